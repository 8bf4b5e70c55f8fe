package dev.parley.event;

import dev.parley.message.SessionMessage;

/**
 * An agent said something to another, or to everyone in the session.
 *
 * @param message what was said
 */
public record MessageSaid(SessionMessage message) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.MESSAGE_SAID;
  }
}
