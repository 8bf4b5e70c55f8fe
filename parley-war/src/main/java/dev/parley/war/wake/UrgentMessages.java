package dev.parley.war.wake;

import dev.parley.id.MessageId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The urgent messages for one agent that were not handed out yet. Until a wake or a boundary has
 * shown one of them, the agent is to be interrupted.
 */
final class UrgentMessages {
  /** The messages that are remembered; past it the oldest is a message like any other. */
  static final int MAX_WAITING = 64;

  private final Set<MessageId> waiting = new LinkedHashSet<>();

  /** The messages handed out last: one of them may become urgent after it was handed out. */
  private final Set<MessageId> handed = new LinkedHashSet<>();

  private boolean due;

  /** Adds a message; returns false where it was handed out before. */
  synchronized boolean add(MessageId message) {
    if (handed.contains(message)) {
      return false;
    }
    bounded(waiting, message);
    due = true;
    return true;
  }

  private static void bounded(Set<MessageId> messages, MessageId message) {
    messages.add(message);
    if (messages.size() > MAX_WAITING) {
      messages.remove(messages.iterator().next());
    }
  }

  /** Returns whether the agent is to be interrupted now. */
  synchronized boolean isDue() {
    return due;
  }

  /** Notes that the agent is interrupted. */
  synchronized void rung() {
    due = false;
  }

  /** Returns the messages that wait. */
  synchronized Set<MessageId> waiting() {
    return waiting.isEmpty() ? Set.of() : Set.copyOf(waiting);
  }

  /** Notes that {@code messages} were handed out. */
  synchronized void handedOut(Collection<MessageId> messages) {
    messages.forEach(
        message -> {
          waiting.remove(message);
          bounded(handed, message);
        });
    due = due && !waiting.isEmpty();
  }
}
