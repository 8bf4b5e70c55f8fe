package dev.parley.room;

import dev.parley.ParleyException;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NameReserved;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An agent's display name inside one room, unique in that room. Upper and lower case differ.
 *
 * @param value matches {@value #PATTERN} and is not a name that means the system or a person
 */
public record Nickname(String value) {
  /** The form of a nickname: 1 to 32 characters, beginning with a letter or digit. */
  public static final String PATTERN = "^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$";

  /** The most characters a nickname has, a number appended to it included. */
  public static final int MAX_LENGTH = 32;

  private static final Pattern FORM = Pattern.compile(PATTERN);
  private static final Pattern NO_BEGINNING = Pattern.compile("^[_-]+");
  private static final Pattern APPENDED_NUMBERS = Pattern.compile("[-_0-9]+$");
  private static final Set<String> RESERVED =
      Set.of(
          "system",
          "parley",
          "server",
          "hub",
          "admin",
          "administrator",
          "root",
          "operator",
          "moderator",
          "owner",
          "user",
          "human",
          "person",
          "everyone",
          "everybody",
          "all",
          "here");

  /**
   * Checks the form and the reserved names; refused with {@code invalid_argument} or {@code
   * name_reserved}.
   */
  public Nickname {
    InvalidArgument.unlessMatches(
        "nickname",
        value,
        FORM,
        "1 to 32 letters, digits, underscores or hyphens, beginning with a letter or digit");
    if (isReserved(value)) {
      throw new ParleyException(new NameReserved(value));
    }
  }

  /** Whether {@code name} means the system or a person, a number appended to it or not. */
  public static boolean isReserved(String name) {
    String bare = APPENDED_NUMBERS.matcher(name).replaceFirst("").toLowerCase(Locale.ROOT);
    return RESERVED.contains(bare);
  }

  /** The nickname {@code value}. */
  public static Nickname of(String value) {
    return new Nickname(value);
  }

  /** The nickname that is most like the name of an agent, which may be longer. */
  public static Nickname like(String agent) {
    String bare = NO_BEGINNING.matcher(agent).replaceFirst("");
    String fitting = bare.isEmpty() || isReserved(bare) ? "agent-" + agent : bare;
    return new Nickname(fitting.substring(0, Math.min(fitting.length(), MAX_LENGTH)));
  }

  /** This name with {@code -n} appended, shortened where it would grow past its bound. */
  public Nickname numbered(int n) {
    String suffix = "-" + n;
    int kept = Math.min(value.length(), MAX_LENGTH - suffix.length());
    return new Nickname(value.substring(0, kept) + suffix);
  }

  @Override
  public String toString() {
    return value;
  }
}
