package dev.parley.message;

import dev.parley.id.MessageId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One text that has its place in the order of its topic.
 *
 * @param id the same on every delivery
 * @param seq its position: from 1, by ones; after a restart it may jump ahead, it never repeats
 * @param sentAt when the hub took it, cut to milliseconds; information, not order
 * @param draft what was said, by whom, to which topic
 */
public record Message(MessageId id, long seq, Instant sentAt, MessageDraft draft) {

  /** Cuts the time to milliseconds. */
  public Message {
    if (seq < 1) {
      throw new IllegalArgumentException("a position counts from 1, not " + seq);
    }
    sentAt = sentAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The topic it stands in. */
  public TopicName topic() {
    return draft.topic();
  }

  /** Who said it. */
  public Sender sender() {
    return draft.sender();
  }

  /** What was said. */
  public String text() {
    return draft.body().text();
  }
}
