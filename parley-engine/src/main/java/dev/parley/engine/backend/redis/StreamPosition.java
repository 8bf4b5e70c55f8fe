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
 * What a cursor says: how far in which log, and right after which message. A server that was put
 * back to an older copy counts the same positions once more, in the same log, with other messages:
 * only the mark tells them apart.
 *
 * @param log the log's number; empty before there is one
 * @param seq the position; 0 is before the first
 * @param mark the end of the message's id; empty where no message was read
 */
record StreamPosition(String log, long seq, String mark) {
  private static final Pattern FORM =
      Pattern.compile("([1-9][0-9]{0,18})-(0|[1-9][0-9]{0,14})(?:-([0-9A-Z]{6}))?");
  private static final int MARK = 6;

  /** Before the first message of any log. */
  static final StreamPosition START = new StreamPosition("", 0, "");

  /** Right after a message. */
  static StreamPosition after(String log, long seq, MessageId message) {
    return new StreamPosition(log, seq, mark(message));
  }

  /** Position {@code seq} of a log, whatever stands there. */
  static StreamPosition at(String log, long seq) {
    return new StreamPosition(log, seq, "");
  }

  /**
   * What {@code cursor} says.
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

  /** Whether {@code message}, which stands at this position, is the one that was read there. */
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
