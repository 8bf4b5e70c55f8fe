package dev.parley.event;

import dev.parley.message.SessionMessage;

/**
 * Somebody said something to the connection's agent, or to everyone in the session it is in.
 *
 * @param message what was said
 */
public record DirectArrived(SessionMessage message) implements Event {
  @Override
  public Kind kind() {
    return Kind.DIRECT_ARRIVED;
  }
}
