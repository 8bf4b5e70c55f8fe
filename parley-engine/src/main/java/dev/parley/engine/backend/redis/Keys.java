package dev.parley.engine.backend.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.id.MessageId;
import dev.parley.message.TopicName;
import java.util.Locale;

/**
 * The names things have in Redis. A topic's own name comes last, as it alone may hold a colon, so
 * no two topics share a key.
 */
final class Keys {
  private final String prefix;

  Keys(String prefix) {
    this.prefix = prefix;
  }

  /** The key of the topic's state: its log, and its last sequence number. */
  byte[] topic(TopicName topic) {
    return key("topic:", topic);
  }

  /** The key of the stream of its messages. */
  byte[] log(TopicName topic) {
    return key("log:", topic);
  }

  /** The key of the number of posts of {@code writer} that the topic has taken. */
  byte[] taken(String writer, TopicName topic) {
    return key("taken:" + writer + ":", topic);
  }

  /** The key of the answer to an agent's post under an idempotency key. */
  byte[] once(String keyDigest, TopicName topic) {
    return key("once:" + keyDigest + ":", topic);
  }

  /** The key of the last sequence number of a topic whose messages are not stored. */
  byte[] count(TopicName topic) {
    return key("count:", topic);
  }

  /** The channel on which the topic's messages are published. */
  byte[] channel(TopicName topic) {
    return key("channel:", topic);
  }

  /** The key of the answer to the post of a message. */
  byte[] receipt(MessageId id) {
    return (prefix + "receipt:" + id.value()).getBytes(UTF_8);
  }

  /** The key of the stream that wakes a reader. */
  byte[] bell(String reader) {
    return (prefix + "bell:" + reader).getBytes(UTF_8);
  }

  private byte[] key(String kind, TopicName topic) {
    String owner = topic.workspace() + ":" + topic.kind().name().toLowerCase(Locale.ROOT) + ":";
    return (prefix + kind + owner + topic.name()).getBytes(UTF_8);
  }
}
