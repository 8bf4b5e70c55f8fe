package dev.parley.engine.topic;

import dev.parley.event.Event;
import java.util.ArrayDeque;
import java.util.function.Predicate;

/** The events of one connection that stand in no topic, until they are delivered. The drain's. */
final class OwnEvents {
  private static final int MAX_WAITING = 1_024;

  private final ArrayDeque<Event> waiting = new ArrayDeque<>();
  private volatile Predicate<Event> answered = event -> false;

  /** Passes over those events that {@code answered} knows. For any thread. */
  void passOver(Predicate<Event> answered) {
    this.answered = answered;
  }

  /** Adds {@code event}; answers how many of the oldest are dropped for it. */
  int add(Event event) {
    waiting.addLast(event);
    if (waiting.size() <= MAX_WAITING) {
      return 0;
    }
    return answered.test(waiting.removeFirst()) ? 0 : 1;
  }

  /** Adds {@code event} whatever waits. */
  void addNotice(Event event) {
    waiting.addLast(event);
  }

  /** Lets {@code event} be the next once more. */
  void takeBack(Event event) {
    waiting.addFirst(event);
  }

  /** Whether there is nothing to deliver. */
  boolean isEmpty() {
    while (!waiting.isEmpty() && answered.test(waiting.getFirst())) {
      waiting.removeFirst();
    }
    return waiting.isEmpty();
  }

  /** The next; there is one. */
  Event first() {
    return waiting.getFirst();
  }

  /** Takes the next; there is one. */
  Event next() {
    return waiting.removeFirst();
  }
}
