package dev.parley.engine.persistence;

import java.util.Locale;

/** The database could not be opened. The message says what to do about it. */
public final class DatabaseUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DatabaseUnusable(String message, Throwable cause) {
    super(message, cause);
  }

  static DatabaseUnusable opening(String where, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String said = String.valueOf(root.getMessage());
    String words = said.toLowerCase(Locale.ROOT);
    boolean held = words.contains("already in use") || words.contains("is locked");
    String advice =
        held
            ? "another process holds it, most likely a Parley that is still running"
            : said.lines().findFirst().orElse("no reason was given");
    return new DatabaseUnusable(
        "The database at " + withoutPassword(where) + " cannot be opened: " + advice, cause);
  }

  private static String withoutPassword(String url) {
    return url.replaceAll("(?i)(password=)[^&;]*", "$1***").replaceAll("//[^/@]*@", "//***@");
  }
}
