package dev.parley.event;

import dev.parley.message.Message;

/**
 * Another agent sent a message in a room of the connection.
 *
 * @param message the message
 */
public record MessageArrived(Message message) implements Event {
  @Override
  public Kind kind() {
    return Kind.MESSAGE_ARRIVED;
  }
}
