package dev.parley.event;

import dev.parley.message.Message;

/**
 * Somebody else said something in a room the connection is in.
 *
 * @param message what was said
 */
public record MessageArrived(Message message) implements Event {
  @Override
  public Kind kind() {
    return Kind.MESSAGE_ARRIVED;
  }
}
