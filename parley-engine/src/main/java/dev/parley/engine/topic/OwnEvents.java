package dev.parley.engine.topic;

import java.util.ArrayDeque;

/**
 * The events of one connection that belong to no topic, until they are delivered. Used by the
 * reader's drain alone.
 */
final class OwnEvents {
  private static final int MAX_WAITING = 1_024;

  private final ArrayDeque<OwnEvent> waiting = new ArrayDeque<>();

  /** Adds {@code event}; returns the number of oldest events dropped for it. */
  int add(OwnEvent event) {
    waiting.addLast(event);
    if (waiting.size() <= MAX_WAITING) {
      return 0;
    }
    return waiting.removeFirst().isAnswered() ? 0 : 1;
  }

  /** Adds {@code event}, however many are waiting. */
  void addNotice(OwnEvent event) {
    waiting.addLast(event);
  }

  /** Puts {@code event} back to the front. */
  void takeBack(OwnEvent event) {
    waiting.addFirst(event);
  }

  /** Returns true if there is nothing to deliver. */
  boolean isEmpty() {
    while (!waiting.isEmpty() && waiting.getFirst().isAnswered()) {
      waiting.removeFirst();
    }
    return waiting.isEmpty();
  }

  /** Returns the next event; there must be one. */
  OwnEvent first() {
    return waiting.getFirst();
  }

  /** Removes the next event; there must be one. */
  OwnEvent next() {
    return waiting.removeFirst();
  }
}
