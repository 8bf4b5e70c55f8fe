package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.spi.Sink;

/**
 * A sink that looks at the next push before it takes it. A push without room does not count as
 * delivered: it stays the next push for the sink that comes after. It begins on any thread, and
 * again where pushes before its beginning were taken back.
 */
interface MeasuringSink extends Sink {
  /** Returns whether there is room for {@code next}; called right before it would be delivered. */
  boolean hasRoomFor(Event next);

  /**
   * Returns true if it only looks: the pushes it lets pass are the next ones for the sink after it.
   */
  default boolean isLooking() {
    return false;
  }
}
