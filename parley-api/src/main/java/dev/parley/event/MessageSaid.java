package dev.parley.event;

import dev.parley.message.SessionMessage;

/**
 * An agent sent a message to another, or to everyone in the session.
 *
 * @param message the message
 */
public record MessageSaid(SessionMessage message) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.MESSAGE_SAID;
  }
}
