package dev.parley.agent;

import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.util.List;

/**
 * What came for a connection.
 *
 * @param messages what others said in rooms, in the order it came
 * @param direct what others said in the session to the agent, or to all, in the order it came
 * @param lost how many messages of others were gone before they could be handed over
 * @param next what to give with the next call, which says that these arrived
 */
public record InboxBatch(
    List<Message> messages, List<SessionMessage> direct, long lost, long next) {

  /** Copies the lists. */
  public InboxBatch {
    messages = List.copyOf(messages);
    direct = List.copyOf(direct);
  }
}
