package dev.parley.event;

import dev.parley.message.TopicName;
import java.util.List;

/**
 * Messages were lost, because the connection was away, or slow, for longer than they are stored.
 * Those still stored follow; the connection stays usable.
 *
 * @param count the number of messages of others that are lost
 * @param topics the topics they were in
 */
public record MessagesLost(long count, List<TopicName> topics) implements Event {

  /** Copies the list. */
  public MessagesLost {
    topics = List.copyOf(topics);
  }

  @Override
  public Kind kind() {
    return Kind.MESSAGES_LOST;
  }
}
