package dev.parley.engine.topic;

import dev.parley.event.Event;
import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * The events of one connection that belong to no topic, until they are delivered. Used by the
 * reader's drain alone.
 */
final class OwnEvents {
  private static final int MAX_WAITING = 1_024;

  private final ArrayDeque<Event> waiting = new ArrayDeque<>();
  private volatile Predicate<Event> answered = event -> false;

  /** Skips the events that {@code answered} accepts. For any thread. */
  void passOver(Predicate<Event> answered) {
    this.answered = answered;
  }

  /** Adds {@code event}; returns the number of oldest events dropped for it. */
  int add(Event event) {
    waiting.addLast(event);
    if (waiting.size() <= MAX_WAITING) {
      return 0;
    }
    return answered.test(waiting.removeFirst()) ? 0 : 1;
  }

  /** Adds {@code event}, however many are waiting. */
  void addNotice(Event event) {
    waiting.addLast(event);
  }

  /** Puts {@code event} back to the front. */
  void takeBack(Event event) {
    waiting.addFirst(event);
  }

  /** Returns true if there is nothing to deliver. */
  boolean isEmpty() {
    while (!waiting.isEmpty() && answered.test(waiting.getFirst())) {
      waiting.removeFirst();
    }
    return waiting.isEmpty();
  }

  /** Returns the next event; there must be one. */
  Event first() {
    return waiting.getFirst();
  }

  /** Removes the next event; there must be one. */
  Event next() {
    return waiting.removeFirst();
  }
}
