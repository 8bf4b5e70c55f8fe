package dev.parley.agent;

import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.util.List;

/**
 * The messages taken from an inbox.
 *
 * @param messages messages of others in rooms, in order of arrival
 * @param direct messages of others in the session to the agent, or to all, in order of arrival
 * @param lost the number of messages of others that were gone before they could be delivered
 * @param next the value to pass with the next call, which confirms that these arrived
 */
public record InboxBatch(
    List<Message> messages, List<SessionMessage> direct, long lost, long next) {

  /** Copies the lists. */
  public InboxBatch {
    messages = List.copyOf(messages);
    direct = List.copyOf(direct);
  }

  /** Returns true if it has no message, and none was lost. */
  public boolean isEmpty() {
    return messages.isEmpty() && direct.isEmpty() && lost == 0;
  }
}
