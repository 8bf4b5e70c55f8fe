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

  /** What is known of the topic: which log it has, and how far it goes. */
  byte[] topic(TopicName topic) {
    return key("topic:", topic);
  }

  /** The stream of its messages. */
  byte[] log(TopicName topic) {
    return key("log:", topic);
  }

  /** How many posts of {@code writer} the topic has taken. */
  byte[] taken(String writer, TopicName topic) {
    return key("taken:" + writer + ":", topic);
  }

  /** The answer to an agent's post under an idempotency key. */
  byte[] once(String keyDigest, TopicName topic) {
    return key("once:" + keyDigest + ":", topic);
  }

  /** How far a topic goes whose messages are kept nowhere. */
  byte[] count(TopicName topic) {
    return key("count:", topic);
  }

  /** Where its messages are told. */
  byte[] channel(TopicName topic) {
    return key("channel:", topic);
  }

  /** What was answered to whoever posted a message. */
  byte[] receipt(MessageId id) {
    return (prefix + "receipt:" + id.value()).getBytes(UTF_8);
  }

  /** The stream that wakes a reader. */
  byte[] bell(String reader) {
    return (prefix + "bell:" + reader).getBytes(UTF_8);
  }

  private byte[] key(String kind, TopicName topic) {
    String owner = topic.workspace() + ":" + topic.kind().name().toLowerCase(Locale.ROOT) + ":";
    return (prefix + kind + owner + topic.name()).getBytes(UTF_8);
  }
}
