package dev.parley.war.wire;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Instants as the wire has them: text with milliseconds, or seconds in the rows of the board. */
public final class Timestamps {
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Timestamps() {}

  /** ISO-8601 in UTC with milliseconds. */
  public static String iso(Instant instant) {
    return INSTANT.format(instant);
  }

  /** Whole seconds since 1970. */
  public static long seconds(Instant instant) {
    return instant.getEpochSecond();
  }
}
