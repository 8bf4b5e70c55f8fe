package dev.parley.spi;

import dev.parley.event.Notice;

/** The registration of a sink at its connection. All methods may be called from any thread. */
public interface SinkRegistration {

  /** Announces that the sink is ready again, or may be; Parley then asks the sink. */
  void wake();

  /**
   * Pushes something of the transport's own. Dropped where the sink is no longer the one in use.
   */
  void push(Notice notice);

  /**
   * Takes the sink away, unless another has taken its place; the connection lives on and what it
   * misses is delivered to the next.
   */
  void detach();
}
