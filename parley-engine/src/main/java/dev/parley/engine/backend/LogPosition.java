package dev.parley.engine.backend;

import dev.parley.ParleyException;
import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.PositionLost;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a cursor says: how far in which log. Before the first message there need be no log. */
public final class LogPosition {
  private static final Pattern FORM = Pattern.compile("([0-9A-Z]{26})-(0|[1-9][0-9]{0,17})");
  private static final String START = "0";

  private LogPosition() {}

  /** The cursor at the beginning of a topic that is not there yet. */
  public static Cursor start() {
    return new Cursor(START);
  }

  /** The cursor right after message {@code seq} of the log {@code id}. */
  public static Cursor after(String id, long seq) {
    return new Cursor(id + "-" + seq);
  }

  /**
   * How far {@code cursor} is in the log {@code id}.
   *
   * @throws ParleyException {@code invalid_argument}; {@code position_lost}
   */
  public static long in(TopicName topic, String id, Cursor cursor) {
    if (cursor.value().equals(START)) {
      return 0;
    }
    Matcher form = checked(cursor);
    if (!id.equals(form.group(1))) {
      throw new ParleyException(new PositionLost(topic.name()));
    }
    return Long.parseLong(form.group(2));
  }

  /**
   * Checks a cursor of a topic that is not there.
   *
   * @throws ParleyException {@code invalid_argument}; {@code position_lost}
   */
  public static void beforeFirst(TopicName topic, Cursor cursor) {
    if (!cursor.value().equals(START)) {
      checked(cursor);
      throw new ParleyException(new PositionLost(topic.name()));
    }
  }

  private static Matcher checked(Cursor cursor) {
    Matcher form = FORM.matcher(cursor.value());
    if (!form.matches()) {
      throw InvalidArgument.refusal("since", "it is no cursor of this topic");
    }
    return form;
  }
}
