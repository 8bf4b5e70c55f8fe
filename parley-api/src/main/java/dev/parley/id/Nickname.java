package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import java.util.regex.Pattern;

/**
 * An agent's display name inside one room, unique in that room. Upper and lower case differ.
 *
 * @param value matches {@value #PATTERN}; only {@link #NONE} does not
 */
public record Nickname(String value) {
  /** The form of a nickname: 1 to 32 characters, beginning with a letter or digit. */
  public static final String PATTERN = "^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$";

  /** The maximum length of a nickname, an appended number included. */
  public static final int MAX_LENGTH = 32;

  private static final Pattern FORM = Pattern.compile(PATTERN);
  private static final Pattern NO_BEGINNING = Pattern.compile("^[^A-Za-z0-9]+");
  private static final Pattern NO_NICKNAME = Pattern.compile("[^A-Za-z0-9_-]+");
  private static final String NONE_VALUE = "~";

  /** The nickname of a sender outside the room; no room gives it to an agent. */
  public static final Nickname NONE = new Nickname(NONE_VALUE);

  /**
   * Checks the form; refused with {@code invalid_argument}. Reserved names pass, because a database
   * may have one from before it was reserved.
   */
  public Nickname {
    if (!value.equals(NONE_VALUE)) {
      checkForm(value);
    }
  }

  private static void checkForm(String value) {
    InvalidArgument.unlessMatches(
        "nickname",
        value,
        FORM,
        "1 to 32 letters, digits, underscores or hyphens, beginning with a letter or digit");
  }

  /** Returns true if {@code name} is reserved by {@link ReservedNames}. */
  public static boolean isReserved(String name) {
    return ReservedNames.isReserved(name);
  }

  /**
   * Returns the nickname {@code value}.
   *
   * @throws ParleyException {@code invalid_argument}; {@code name_reserved}
   */
  public static Nickname of(String value) {
    checkForm(value);
    if (isReserved(value)) {
      throw new ParleyException(new NameReserved(value));
    }
    return new Nickname(value);
  }

  /** Returns the nickname closest to an agent's name, which may be longer. */
  public static Nickname like(String agent) {
    String letters = NO_NICKNAME.matcher(agent).replaceAll("-");
    String bare = NO_BEGINNING.matcher(letters).replaceFirst("");
    String fitting = bare.isEmpty() || isReserved(bare) ? "agent-" + letters : bare;
    return new Nickname(fitting.substring(0, Math.min(fitting.length(), MAX_LENGTH)));
  }

  /** Returns this name with {@code -n} appended, shortened where it would exceed the limit. */
  public Nickname numbered(int n) {
    String suffix = "-" + n;
    int kept = Math.min(value.length(), MAX_LENGTH - suffix.length());
    return new Nickname(value.substring(0, kept) + suffix);
  }

  /** Returns true if this is {@link #NONE}. */
  public boolean isNone() {
    return value.equals(NONE_VALUE);
  }

  @Override
  public String toString() {
    return value;
  }
}
