package dev.parley.engine.session;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Keys of sessions in rows. They are short, because each row of a session has its key in several
 * indexes, and H2 writes whole pages of those with each commit.
 */
final class SessionKeys {
  /**
   * The number of characters. Two of a million sessions have one key with a probability of 1/7,000.
   */
  private static final int LENGTH = 10;

  private static final String CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

  private SessionKeys() {}

  /** Returns a random key. One that another session has is refused by the database. */
  static String next() {
    StringBuilder key = new StringBuilder(LENGTH);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < LENGTH; i++) {
      key.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return key.toString();
  }
}
