package dev.parley.message;

import dev.parley.id.MessageId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that has no number in its topic yet.
 *
 * @param topic the topic it is for
 * @param sender the agent that sends it
 * @param body the text
 * @param inReplyTo the message it answers
 */
public record MessageDraft(
    TopicName topic, Sender sender, Body body, Optional<MessageId> inReplyTo) {

  /** Makes a draft that answers no other message. */
  public static MessageDraft of(TopicName topic, Sender sender, Body body) {
    return new MessageDraft(topic, sender, body, Optional.empty());
  }

  /** Returns the message this draft becomes with number {@code seq}. */
  public Message accepted(MessageId id, long seq, Instant sentAt) {
    return new Message(id, seq, sentAt, this);
  }
}
