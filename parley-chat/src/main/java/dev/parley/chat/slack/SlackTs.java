package dev.parley.chat.slack;

import dev.parley.spi.Original;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that Slack gives a message, which is its id in the channel. Two of them compare as two
 * integers.
 *
 * @param seconds since 1970
 * @param micros the six digits behind the dot
 */
record SlackTs(long seconds, long micros) implements Comparable<SlackTs> {
  private static final int NANOS = 1_000;
  private static final Comparator<SlackTs> ORDER =
      Comparator.comparingLong(SlackTs::seconds).thenComparingLong(SlackTs::micros);

  /** Copies of one of several bodies have a number behind the time. */
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\.(\\d{6})(?:#\\d+)?");

  /** Reads a time in Slack's form; empty where it has another. */
  static Optional<SlackTs> read(String text) {
    Matcher found = FORM.matcher(text);
    return found.matches()
        ? Optional.of(new SlackTs(Long.parseLong(found.group(1)), Long.parseLong(found.group(2))))
        : Optional.empty();
  }

  /** The time of a message; by its clock time where its id is not of Slack. */
  static SlackTs of(Original original) {
    Instant sent = original.sentAt();
    return read(original.id())
        .orElseGet(() -> new SlackTs(sent.getEpochSecond(), sent.getNano() / NANOS));
  }

  /** The message of this time. */
  Original original() {
    Instant sent = Instant.ofEpochSecond(seconds, micros * NANOS);
    return new Original(toString(), sent.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns true if this time is after {@code other}. */
  boolean isAfter(SlackTs other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(SlackTs other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d.%06d", seconds, micros);
  }
}
