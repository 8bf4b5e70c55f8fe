package dev.parley.message;

import dev.parley.id.MessageId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One message with its number in the order of its topic.
 *
 * @param id the same on every delivery
 * @param seq its number: from 1, by ones; after a restart it may jump ahead, it never repeats
 * @param sentAt the time the server accepted it, cut to milliseconds; information, not order
 * @param draft the text, its sender and its topic
 */
public record Message(MessageId id, long seq, Instant sentAt, MessageDraft draft) {

  /** Cuts the time to milliseconds. */
  public Message {
    if (seq < 1) {
      throw new IllegalArgumentException("a position counts from 1, not " + seq);
    }
    sentAt = sentAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the topic of the message. */
  public TopicName topic() {
    return draft.topic();
  }

  /** Returns the sender. */
  public Sender sender() {
    return draft.sender();
  }

  /** Returns the text. */
  public String text() {
    return draft.body().text();
  }
}
