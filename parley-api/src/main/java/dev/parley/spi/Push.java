package dev.parley.spi;

import dev.parley.event.Event;
import java.util.function.Function;

/**
 * One event on its way to one connection. Valid only inside {@link Sink#deliver}: Parley uses the
 * object again.
 */
public interface Push {

  /** The number of this push on its connection: from 1, by ones. */
  long number();

  /** The event that happened. */
  Event event();

  /**
   * The event as {@code encoder} writes it. It is encoded once for all connections that receive it.
   * So an encoder must always write the same bytes, and a program uses one encoder.
   */
  byte[] encoded(Function<Event, byte[]> encoder);
}
