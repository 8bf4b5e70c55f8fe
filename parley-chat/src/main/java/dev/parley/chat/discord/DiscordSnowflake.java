package dev.parley.chat.discord;

import dev.parley.spi.Original;
import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Pattern;

/** Reads ids: unsigned numbers of 64 bits, whose upper 42 are the milliseconds since 2015. */
final class DiscordSnowflake {
  /** The order of the ids. */
  static final Comparator<String> ORDER =
      (one, other) ->
          Long.compareUnsigned(Long.parseUnsignedLong(one), Long.parseUnsignedLong(other));

  private static final Pattern FORM = Pattern.compile("[0-9]{1,20}");
  private static final long EPOCH = 1_420_070_400_000L;
  private static final int TIME_SHIFT = 22;

  private DiscordSnowflake() {}

  /** Returns true if a text is an id. */
  static boolean isOne(String text) {
    if (!FORM.matcher(text).matches()) {
      return false;
    }
    try {
      return Long.parseUnsignedLong(text) != 0;
    } catch (NumberFormatException tooGreat) {
      return false;
    }
  }

  /** The id and time of a message. */
  static Original original(String id) {
    return new Original(id, time(id));
  }

  /** The time at which an id was made. */
  static Instant time(String id) {
    return Instant.ofEpochMilli((Long.parseUnsignedLong(id) >>> TIME_SHIFT) + EPOCH);
  }

  /** The last id before the millisecond {@code time}. */
  static String before(Instant time) {
    long since = Math.max(time.toEpochMilli() - EPOCH, 0);
    return Long.toUnsignedString(Math.max((since << TIME_SHIFT) - 1, 0));
  }
}
