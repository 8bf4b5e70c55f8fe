package dev.parley.engine.logging;

import java.util.regex.Pattern;

/**
 * Removes credentials from texts for the log, the console and problems; the one place that does.
 * Drivers repeat their URL, or the part of it they failed on, in the messages of their exceptions.
 *
 * <p>Where it is unclear what belongs to a password, too much is masked.
 */
public final class Masking {
  private static final String MASK = "***";

  /**
   * Everything of a URL before the last at sign of a line, because a password may have any
   * character.
   */
  private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^\"'<>\\r\\n]*@");

  /** The same for a URL whose beginning was cut off. */
  private static final Pattern USER_AND_PASSWORD = Pattern.compile("[^/\\s:\\[\"'(]+:[^/\\s@]*@");

  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)\\b((?:user(?:name)?|[\\w.]*pass(?:word|wd|phrase|code)?|pwd|[\\w.]*secret"
              + "|[\\w.]*token)=)[^&\\s\"']*");

  private Masking() {}

  /** Returns {@code words} without the credentials in its URLs. */
  public static String masked(String words) {
    String plain = USER_INFO.matcher(words).replaceAll(MASK + "@");
    plain = USER_AND_PASSWORD.matcher(plain).replaceAll(MASK + "@");
    return PARAMETER.matcher(plain).replaceAll("$1" + MASK);
  }

  /** Returns the message of {@code thrown}, masked; the name of its type where it has none. */
  public static String message(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : masked(message);
  }

  /**
   * Returns {@code thrown} for a log, with the same stack: itself where neither it nor a cause has
   * credentials in its message, else a copy without them.
   */
  public static Throwable trace(Throwable thrown) {
    return isClean(thrown) ? thrown : new Masked(thrown);
  }

  private static boolean isClean(Throwable thrown) {
    for (Throwable at = thrown; at != null && at != at.getCause(); at = at.getCause()) {
      String message = at.getMessage();
      if (message != null && !message.equals(masked(message))) {
        return false;
      }
    }
    return thrown.getSuppressed().length == 0;
  }

  /** A copy of a throwable, for printing alone, under the name of its type. */
  @SuppressWarnings("OverrideThrowableToString")
  private static final class Masked extends Exception {
    private static final long serialVersionUID = 1L;

    private final String name;

    Masked(Throwable original) {
      super(
          message(original),
          original.getCause() == null || original.getCause() == original
              ? null
              : new Masked(original.getCause()),
          false,
          true);
      this.name = original.getClass().getName();
      setStackTrace(original.getStackTrace());
    }

    @Override
    public String toString() {
      return name + ": " + getMessage();
    }
  }
}
