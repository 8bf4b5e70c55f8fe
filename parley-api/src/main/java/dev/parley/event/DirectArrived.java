package dev.parley.event;

import dev.parley.message.SessionMessage;

/**
 * Another agent sent a message to the connection's agent, or to everyone in its session.
 *
 * @param message the message
 */
public record DirectArrived(SessionMessage message) implements Event {
  @Override
  public Kind kind() {
    return Kind.DIRECT_ARRIVED;
  }
}
