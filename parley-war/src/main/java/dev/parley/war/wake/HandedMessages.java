package dev.parley.war.wake;

import dev.parley.agent.InboxBatch;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The messages that were handed to an agent.
 *
 * @param ids their ids
 * @param senders the agents that sent them, each once, in order of arrival
 */
public record HandedMessages(List<MessageId> ids, Set<AgentId> senders) {
  private HandedMessages() {
    this(new ArrayList<>(), new LinkedHashSet<>());
  }

  static HandedMessages of(InboxBatch batch) {
    HandedMessages handed = new HandedMessages();
    batch.messages().forEach(handed::add);
    batch.direct().forEach(handed::add);
    return handed;
  }

  /**
   * Returns messages of rooms that were read, with the senders of those sent after {@code last}.
   */
  public static HandedMessages inRooms(List<Message> messages, Instant last) {
    HandedMessages handed = new HandedMessages();
    for (Message message : messages) {
      handed.ids.add(message.id());
      if (message.sentAt().isAfter(last)) {
        handed.senders.add(message.sender().agent());
      }
    }
    return handed;
  }

  /**
   * Returns messages of a session that were read, with the senders of those sent after {@code
   * last}.
   */
  public static HandedMessages inSession(List<SessionMessage> messages, Instant last) {
    HandedMessages handed = new HandedMessages();
    for (SessionMessage message : messages) {
      handed.ids.add(message.id());
      if (message.sentAt().isAfter(last)) {
        handed.senders.add(message.from());
      }
    }
    return handed;
  }

  private void add(Message message) {
    ids.add(message.id());
    senders.add(message.sender().agent());
  }

  private void add(SessionMessage message) {
    ids.add(message.id());
    senders.add(message.from());
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }
}
