package dev.parley.war.tool;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Instants as the wire has them: text with milliseconds, or seconds in the rows of the board. */
public final class Times {
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Times() {}

  /** ISO-8601 in UTC with milliseconds. */
  public static String iso(Instant instant) {
    return INSTANT.format(instant);
  }

  /** Whole seconds since 1970. */
  static long seconds(Instant instant) {
    return instant.getEpochSecond();
  }
}
