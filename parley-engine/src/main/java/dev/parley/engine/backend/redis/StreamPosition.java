package dev.parley.engine.backend.redis;

import dev.parley.engine.backend.LogPosition;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.PositionLost;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a cursor: the log, the number of the last message read, and the end of that
 * message's id. A server that was restored from an older copy gives out the same sequence numbers
 * once more, in the same log, for other messages: only {@code mark} shows the difference.
 *
 * @param log the log's number; empty before there is one
 * @param seq the sequence number; 0 is before the first
 * @param mark the end of the message's id; empty where no message was read
 */
record StreamPosition(String log, long seq, String mark) {
  private static final Pattern FORM =
      Pattern.compile("([1-9][0-9]{0,18})-(0|[1-9][0-9]{0,14})(?:-([0-9A-Z]{6}))?");
  private static final int MARK = 6;

  /** The place before the first message of any log. */
  static final StreamPosition START = new StreamPosition("", 0, "");

  /** Returns the place right after a message. */
  static StreamPosition after(String log, long seq, MessageId message) {
    return new StreamPosition(log, seq, mark(message));
  }

  /** Returns the place of sequence number {@code seq} in a log, whatever message has it. */
  static StreamPosition at(String log, long seq) {
    return new StreamPosition(log, seq, "");
  }

  /**
   * Returns the content of {@code cursor}.
   *
   * @throws ParleyException {@code invalid_argument}
   */
  static StreamPosition of(Cursor cursor) {
    if (cursor.equals(Cursor.BEGINNING)) {
      return START;
    }
    Matcher form = FORM.matcher(cursor.value());
    if (!form.matches()) {
      throw LogPosition.noCursor();
    }
    String mark = form.group(3);
    return new StreamPosition(
        form.group(1), Long.parseLong(form.group(2)), mark == null ? "" : mark);
  }

  Cursor cursor() {
    if (log.isEmpty()) {
      return Cursor.BEGINNING;
    }
    return new Cursor(log + "-" + seq + (mark.isEmpty() ? "" : "-" + mark));
  }

  /**
   * Returns true if {@code message}, which has this sequence number, is the one that was read
   * there.
   */
  boolean isRightAfter(MessageId message) {
    return mark.isEmpty() || mark.equals(mark(message));
  }

  static ParleyException lost(TopicName topic, PositionLost.Reason reason) {
    return new ParleyException(new PositionLost(topic.name(), reason));
  }

  private static String mark(MessageId message) {
    return message.value().substring(message.value().length() - MARK);
  }
}
