package dev.parley.engine.persistence;

import java.util.Locale;

/** The database could not be opened. The message says what to do about it. */
public final class DatabaseUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DatabaseUnusable(String message, Throwable cause) {
    super(message, cause);
  }

  static DatabaseUnusable opening(String where, Throwable cause) {
    boolean held = false;
    String advice = "no reason was given";
    for (Throwable at = cause; at != null; at = at.getCause()) {
      String said = at.getMessage();
      if (said != null && !said.isBlank()) {
        String words = said.toLowerCase(Locale.ROOT);
        held |= words.contains("already in use") || words.contains("is locked");
        advice = said.lines().findFirst().orElse(advice);
      }
    }
    if (held) {
      advice = "another process holds it, most likely a Parley that is still running";
    }
    return new DatabaseUnusable(
        withoutPassword("The database at " + where + " cannot be opened: " + advice), cause);
  }

  /** Drivers repeat the URL, or the part of it they stumbled over, in what they say. */
  private static String withoutPassword(String words) {
    return words
        .replaceAll("(?i)(password=)[^&;\\s]*", "$1***")
        .replaceAll("[^/\\s:]+:[^/\\s@]*@", "***@");
  }
}
