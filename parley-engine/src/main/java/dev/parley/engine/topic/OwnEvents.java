package dev.parley.engine.topic;

import dev.parley.engine.logging.Masking;
import dev.parley.event.Event;
import dev.parley.problem.ParleyException;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of one connection that belong to no topic, until they are delivered. Used by the
 * reader's drain alone.
 */
final class OwnEvents {
  private static final System.Logger LOG = System.getLogger(OwnEvents.class.getName());
  private static final int MAX_WAITING = 1_024;

  private final ArrayDeque<OwnEvent> waiting = new ArrayDeque<>();
  private int gone;
  private volatile boolean unreadable;

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

  /**
   * Returns the next event, which stays; null where there is none that can be read now. Those that
   * are stored no more are dropped.
   */
  @Nullable Event peek() {
    unreadable = false;
    while (!isEmpty()) {
      try {
        Optional<Event> event = waiting.getFirst().event();
        if (event.isPresent()) {
          return event.get();
        }
        waiting.removeFirst();
        gone++;
      } catch (ParleyException away) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "A message cannot be read again; it is tried later.",
            Masking.trace(away));
        unreadable = true;
        return null;
      }
    }
    return null;
  }

  /** Returns the number of events that {@link #peek} has dropped since the last call. */
  int takeGone() {
    int dropped = gone;
    gone = 0;
    return dropped;
  }

  /** Returns true if the next event could not be read. For any thread. */
  boolean isUnreadable() {
    return unreadable;
  }

  /** Removes the next event; there must be one. */
  OwnEvent next() {
    return waiting.removeFirst();
  }
}
