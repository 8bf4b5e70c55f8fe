package dev.parley.engine.session;

import dev.parley.id.SessionId;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;

/** New ids of sessions: those that agents see, and the keys of their rows. */
final class SessionIds {
  /** Two of a million sessions have one key with a probability of 1/7,000. */
  private static final int KEY_LENGTH = 10;

  private static final String KEY_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final DateTimeFormatter AUTO = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

  private SessionIds() {}

  /** Returns the id of a session that nobody named: the time in UTC and four random digits. */
  static SessionId ofStart(Instant now) {
    String time = AUTO.format(LocalDateTime.ofInstant(now, ZoneOffset.UTC));
    return new SessionId(
        time + "-" + String.format("%04x", ThreadLocalRandom.current().nextInt(0x10000)));
  }

  /**
   * Returns a random key. The database refuses one that another session has. Keys are short,
   * because each row of a session has its key in several indexes, and H2 writes whole pages of
   * those with each commit.
   */
  static String nextKey() {
    StringBuilder key = new StringBuilder(KEY_LENGTH);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < KEY_LENGTH; i++) {
      key.append(KEY_CHARACTERS.charAt(random.nextInt(KEY_CHARACTERS.length())));
    }
    return key.toString();
  }
}
