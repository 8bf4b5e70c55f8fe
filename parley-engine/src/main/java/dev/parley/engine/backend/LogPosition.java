package dev.parley.engine.backend;

import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.PositionLost;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a cursor: the log, the number of the last message read, and the end of that
 * message's id. A backend that was restored from an older copy gives out the same sequence numbers
 * once more, in the same log, for other messages: only {@code mark} shows the difference.
 *
 * @param topic the topic the cursor is of
 * @param seq the sequence number; 0 is before the first
 * @param mark the end of the id of the message there; empty where none was read
 */
public record LogPosition(TopicName topic, long seq, String mark) {
  private static final Pattern FORM =
      Pattern.compile("([0-9A-Z]{26})-(0|[1-9][0-9]{0,17})(?:-([0-9A-Z]{6}))?");
  private static final int MARK = 6;

  /** The cursor at the beginning of a topic, whether or not that is there. */
  public static Cursor start() {
    return Cursor.BEGINNING;
  }

  /**
   * The cursor right after sequence number {@code seq} of the log {@code id}, whatever message has
   * it.
   */
  public static Cursor after(String id, long seq) {
    return new Cursor(id + "-" + seq);
  }

  /** The cursor right after {@code message} of the log {@code id}. */
  public static Cursor after(String id, Message message) {
    return after(id, message.seq(), message.id());
  }

  /** The cursor right after the message {@code there}, which has sequence number {@code seq}. */
  public static Cursor after(String id, long seq, MessageId there) {
    return new Cursor(id + "-" + seq + "-" + mark(there));
  }

  /**
   * Returns the content of {@code cursor}, a cursor of the log {@code id}.
   *
   * @throws ParleyException {@code invalid_argument}; {@code position_lost}
   */
  public static LogPosition in(TopicName topic, String id, Cursor cursor) {
    if (cursor.equals(Cursor.BEGINNING)) {
      return new LogPosition(topic, 0, "");
    }
    Matcher form = checked(cursor);
    if (!id.equals(form.group(1))) {
      throw lost(topic, PositionLost.Reason.ANOTHER_LOG);
    }
    String mark = form.group(3);
    return new LogPosition(topic, Long.parseLong(form.group(2)), mark == null ? "" : mark);
  }

  /**
   * Checks a cursor of a topic that is not there.
   *
   * @throws ParleyException {@code invalid_argument}; {@code position_lost}
   */
  public static void beforeFirst(TopicName topic, Cursor cursor) {
    if (!cursor.equals(Cursor.BEGINNING)) {
      var unused = checked(cursor);
      throw lost(topic, PositionLost.Reason.ANOTHER_LOG);
    }
  }

  /**
   * Checks that the message with this sequence number is the one that was read there.
   *
   * @throws ParleyException {@code position_lost}
   */
  public void checkIsAfter(MessageId there) {
    if (!mark.isEmpty() && !mark.equals(mark(there))) {
      throw lost(topic, PositionLost.Reason.ANOTHER_MESSAGE);
    }
  }

  /**
   * Checks that this sequence number is not past {@code last}, that of the last message.
   *
   * @throws ParleyException {@code position_lost}
   */
  public void checkIsWithin(long last) {
    if (seq > last) {
      throw lost(topic, PositionLost.Reason.PAST_THE_END);
    }
  }

  /** The refusal of what is no cursor at all, to be thrown. */
  public static ParleyException noCursor() {
    return InvalidArgument.refusal(
        "since",
        "it is no cursor; give the nextCursor of an earlier page of this topic, or \""
            + Cursor.BEGINNING_WORD
            + "\" to read from the beginning, or leave it out for the newest messages");
  }

  private static ParleyException lost(TopicName topic, PositionLost.Reason reason) {
    return new ParleyException(new PositionLost(topic.name(), reason));
  }

  private static Matcher checked(Cursor cursor) {
    Matcher form = FORM.matcher(cursor.value());
    if (!form.matches()) {
      throw noCursor();
    }
    return form;
  }

  private static String mark(MessageId message) {
    return message.value().substring(message.value().length() - MARK);
  }
}
