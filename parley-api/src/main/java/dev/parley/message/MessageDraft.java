package dev.parley.message;

import dev.parley.id.MessageId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that has no place in its topic yet.
 *
 * @param topic the topic it is for
 * @param sender who says it
 * @param body what is said
 * @param inReplyTo the message it answers
 */
public record MessageDraft(
    TopicName topic, Sender sender, Body body, Optional<MessageId> inReplyTo) {

  /** A draft that answers nothing. */
  public static MessageDraft of(TopicName topic, Sender sender, Body body) {
    return new MessageDraft(topic, sender, body, Optional.empty());
  }

  /** The message this becomes at position {@code seq}. */
  public Message accepted(MessageId id, long seq, Instant sentAt) {
    return new Message(id, seq, sentAt, this);
  }
}
