package dev.parley.engine.topic;

import dev.parley.event.Event;
import java.util.Optional;

/** An event of one connection that belongs to no topic, as its reader keeps it. */
public interface OwnEvent {
  /** Returns the own event that keeps {@code event} in memory. */
  static OwnEvent of(Event event) {
    return new UnstoredEvent(event);
  }

  /**
   * Returns the event; empty where it was not kept and is stored no more.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable} where it was not kept and cannot
   *     be read
   */
  Optional<Event> event();

  /** Returns true if a call has returned it, so that it is skipped. */
  boolean isAnswered();
}
