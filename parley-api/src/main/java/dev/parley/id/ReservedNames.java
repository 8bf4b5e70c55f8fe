package dev.parley.id;

import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names reserved for the system or a person, in any decoration.
 *
 * <p>A name is reserved where, ignoring case and everything that is not a letter, it is a reserved
 * word: {@code system-2}, {@code _System.}, {@code hu-man}, {@code __root__}. Digits that look like
 * letters count as those letters too: {@code syst3m}, {@code r00t}, {@code adm1n-2}. A name with
 * other letters is not reserved: {@code systems-engineer}, {@code system-x}, {@code humane}, {@code
 * gpt-4.1}. A name that begins with an underscore is always reserved.
 */
public final class ReservedNames {
  /** The name of a person who gave none; no agent may take it. */
  public static final String GUEST = "guest";

  private static final Set<String> WORDS =
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

  private static final Pattern LETTER = Pattern.compile("[A-Za-z]");
  private static final Pattern NO_LETTERS = Pattern.compile("[^a-z]+");
  private static final Pattern APPENDED = Pattern.compile("[^a-z]+$");

  private ReservedNames() {}

  /** Returns true if {@code name} means the system or people in general. */
  public static boolean isReserved(String name) {
    return name.startsWith("_") || readings(name).stream().anyMatch(WORDS::contains);
  }

  /**
   * Returns true if {@code name} may not be an agent's: it is reserved, or a default name of
   * people.
   */
  public static boolean isReservedForPeople(String name) {
    return isReserved(name) || readings(name).contains(GUEST);
  }

  /**
   * Returns the agent {@code name}.
   *
   * @throws ParleyException {@code name_reserved}; {@code invalid_argument} in another form than
   *     {@value AgentId#PATTERN}
   */
  public static AgentId agent(String name) {
    if (isReservedForPeople(name)) {
      throw new ParleyException(new NameReserved(name));
    }
    return AgentId.of(name);
  }

  /** Returns the words {@code name} can be read as. */
  private static List<String> readings(String name) {
    if (!LETTER.matcher(name).find()) {
      return List.of();
    }
    String lower = name.toLowerCase(Locale.ROOT);
    String bare = letters(lower);
    if (bare.length() == name.length()) {
      return List.of(bare);
    }
    String unnumbered = APPENDED.matcher(lower).replaceFirst("");
    return List.of(
        bare,
        letters(lookAlike(lower, 'l')),
        letters(lookAlike(lower, 'i')),
        letters(lookAlike(unnumbered, 'l')),
        letters(lookAlike(unnumbered, 'i')));
  }

  private static String letters(String name) {
    return NO_LETTERS.matcher(name).replaceAll("");
  }

  private static String lookAlike(String name, char one) {
    return name.replace('0', 'o')
        .replace('1', one)
        .replace('3', 'e')
        .replace('4', 'a')
        .replace('5', 's')
        .replace('7', 't');
  }
}
