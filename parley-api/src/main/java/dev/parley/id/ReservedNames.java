package dev.parley.id;

import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

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

  /**
   * The names that stand for the people of a workspace: what is addressed to one of them is for
   * each person. No agent may take them.
   */
  public static final Set<String> PEOPLE = Set.of("human", "person", "user");

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

  /** Stands for no letter that the digit one looks like: digits are no letters then. */
  private static final char NONE = 0;

  private ReservedNames() {}

  /** Returns true if {@code name} means the system or people in general. */
  public static boolean isReserved(String name) {
    return name.startsWith("_") || canBeRead(name, WORDS::contains);
  }

  /**
   * Returns true if {@code name} may not be an agent's: it is reserved, or a default name of
   * people.
   */
  public static boolean isReservedForPeople(String name) {
    return name.startsWith("_")
        || canBeRead(name, word -> WORDS.contains(word) || word.equals(GUEST));
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

  /**
   * Returns true if one of the words that {@code name} can be read as is one of {@code words}. No
   * patterns, because each call of an agent that names itself asks.
   */
  private static boolean canBeRead(String name, Predicate<String> words) {
    String lower = name.toLowerCase(Locale.ROOT);
    String bare = letters(lower, lower.length(), NONE);
    if (bare.isEmpty() || words.test(bare)) {
      return !bare.isEmpty();
    }
    if (bare.length() == name.length()) {
      return false;
    }
    int unnumbered = lower.length();
    while (!isLetter(lower.charAt(unnumbered - 1))) {
      unnumbered--;
    }
    return words.test(letters(lower, lower.length(), 'l'))
        || words.test(letters(lower, lower.length(), 'i'))
        || words.test(letters(lower, unnumbered, 'l'))
        || words.test(letters(lower, unnumbered, 'i'));
  }

  /**
   * Returns the letters of the first {@code length} characters of a name, with what looks like one.
   *
   * @param one the letter that the digit one looks like; {@link #NONE} leaves out all digits
   */
  private static String letters(String name, int length, char one) {
    StringBuilder letters = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      char letter = one == NONE ? c : lookAlike(c, one);
      if (isLetter(letter)) {
        letters.append(letter);
      }
    }
    return letters.toString();
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static char lookAlike(char c, char one) {
    return switch (c) {
      case '0' -> 'o';
      case '1' -> one;
      case '3' -> 'e';
      case '4' -> 'a';
      case '5' -> 's';
      case '7' -> 't';
      default -> c;
    };
  }
}
