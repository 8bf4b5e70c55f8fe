package dev.parley.engine.persistence;

import dev.parley.engine.logging.Masking;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown where the database cannot be opened. The message is the remedy. */
public final class DatabaseUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean inUse;

  private DatabaseUnusable(String message, @Nullable Throwable cause, boolean inUse) {
    super(message, cause);
    this.inUse = inUse;
  }

  /** Returns true if another process has the database open. */
  public boolean isInUse() {
    return inUse;
  }

  static DatabaseUnusable opening(String where, Throwable cause) {
    boolean held = false;
    String advice = "no reason was given";
    for (Throwable at = cause; at != null; at = at.getCause()) {
      String message = at.getMessage();
      if (message != null && !message.isBlank()) {
        String words = message.toLowerCase(Locale.ROOT);
        held |= words.contains("already in use") || words.contains("is locked");
        advice = message.lines().findFirst().orElse(advice);
      }
    }
    if (held) {
      advice = "another process holds it, most likely a Parley that is still running";
    }
    return new DatabaseUnusable(
        "The database at " + Masking.masked(where) + " cannot be opened: " + Masking.masked(advice),
        Masking.trace(cause),
        held);
  }

  /**
   * Makes the exception for a known cause.
   *
   * @param reason the cause and the remedy
   */
  public static DatabaseUnusable because(String where, String reason) {
    return new DatabaseUnusable(
        "The database at " + Masking.masked(where) + " cannot be opened: " + reason, null, false);
  }
}
