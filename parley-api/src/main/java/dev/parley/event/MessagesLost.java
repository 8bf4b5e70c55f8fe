package dev.parley.event;

import dev.parley.message.TopicName;
import java.util.List;

/**
 * The connection was away, or slow, for longer than messages are kept. Those still kept follow; the
 * connection works on.
 *
 * @param count how many messages of others it will not see
 * @param topics where
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
