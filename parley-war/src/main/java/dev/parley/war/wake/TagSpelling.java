package dev.parley.war.wake;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recognizes text that a model could read as a tag of its client: with spaces, characters that are
 * not shown, letters that look alike, or letters written as entities.
 *
 * <p>The letters are compared in the way of the skeletons of Unicode Technical Standard 39, with a
 * table for the letters of the words in question only.
 */
final class TagSpelling {
  private static final String OPENERS = "<\u02C2\u1438\u2039\u2329\u276E\u27E8\u3008\uFE64\uFF1C";
  private static final String CLOSERS = ">\u02C3\u1433\u203A\u232A\u276F\u27E9\u3009\uFE65\uFF1E";
  private static final String SLASHES = "/\\\u2044\u2215\u2571\u29F8\uFE68\uFF0F\uFF3C";
  private static final String DECORATION = "*_`~\"'|.:-";

  /** A tag begins with one of these, whatever follows. */
  private static final List<String> BEGINNINGS =
      List.of("channel", "system", "tasknotification", "userprompt", "antml");

  /** A tag has one of these as its name, or as the first part of it. */
  private static final List<String> NAMES =
      List.of("user", "human", "assistant", "hook", "tool", "function");

  /** Entities that end a name, as the characters they stand for do. */
  private static final Set<String> SHOWN = Set.of("lt", "gt", "amp", "quot", "LT", "GT", "AMP");

  private static final int LONGEST = 20;
  private static final int MAX_TAG = 256;
  private static final int MAX_ENTITY = 12;

  /** Letters that look like those of the words above, and have no decomposition. */
  private static final Map<Integer, Character> ALIKE = alike();

  private final String text;
  private final StringBuilder letters = new StringBuilder();
  private final BitSet ends = new BitSet();
  private boolean spaced;
  private boolean slash;

  private TagSpelling(String text) {
    this.text = text;
  }

  private static Map<Integer, Character> alike() {
    String[] each = {
      "a\u0251\u03B1\u0430\u237A@4",
      "c\u03F2\u0441\u1D04\u2CA5",
      "d\u0501\u13E7\u146F",
      "e\u0435\u04BD\u212E\u03B53",
      "f\u0192\u03DD\u0584",
      "h\u04BB\u0570\u043D\u13C2",
      "i\u0131\u0456\u03B9\u04CF!",
      "k\u03BA\u043A\u1D0B",
      "l\u04C0\u0627\u05D5\u01C0\u0142" + "1",
      "m\u043C\u1D0D",
      "n\u0578\u057C\u03B7\u0274\u043F",
      "o\u03BF\u043E\u0585\u00F8\u05E1" + "0",
      "r\u0433\u1D26\u0280",
      "s\u0455\uA731$5",
      "t\u03C4\u0442\u1D1B7",
      "u\u03C5\u057D\u1D1C\u0446",
      "y\u0443\u04AF\u03B3\u028F"
    };
    Map<Integer, Character> map = new HashMap<>();
    for (String letter : each) {
      letter.codePoints().skip(1).forEach(alike -> map.put(alike, letter.charAt(0)));
    }
    return Map.copyOf(map);
  }

  /** Returns true if {@code c} opens a tag, or looks like it. */
  static boolean opens(char c) {
    return c == '<' || (c > 0x7F && OPENERS.indexOf(c) >= 0);
  }

  /** Returns true if what follows the opening character at {@code at} reads as a tag. */
  static boolean isTag(String text, int at) {
    TagSpelling spelling = new TagSpelling(text);
    spelling.read(at + 1);
    if (BEGINNINGS.stream().noneMatch(spelling::begins) && !spelling.isNamed(at)) {
      return false;
    }
    return !spelling.spaced || spelling.slash || spelling.isClosed(at);
  }

  private boolean begins(String word) {
    return letters.indexOf(word) == 0;
  }

  private boolean isNamed(int at) {
    return NAMES.stream()
        .anyMatch(name -> begins(name) && ends.get(name.length()) && !isType(at, name.length()));
  }

  /** Returns true for code, as the {@code <User} of {@code List<User>}. */
  private boolean isType(int at, int length) {
    return at > 0
        && Character.isLetterOrDigit(text.charAt(at - 1))
        && Character.isUpperCase(text.charAt(at + 1))
        && text.substring(at + 1, Math.min(text.length(), at + 1 + length))
            .chars()
            .allMatch(c -> c < 0x80 && Character.isLetter(c));
  }

  private boolean isClosed(int at) {
    int end = Math.min(text.length(), at + MAX_TAG);
    for (int i = at + 1; i < end; i++) {
      if (CLOSERS.indexOf(text.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Reads the letters from {@code from} on, up to a character that belongs to no name. */
  private void read(int from) {
    int at = from;
    boolean more = true;
    while (more && at < text.length() && letters.length() < LONGEST) {
      int entity = entityAt(at);
      int c = entity > at ? entityValue(at, entity) : text.codePointAt(at);
      at = entity > at ? entity : at + Character.charCount(c);
      more = take(c);
    }
    ends.set(letters.length());
  }

  /** Reads one character; returns false where the name ends with it. */
  private boolean take(int c) {
    if (c == 0 || isIgnorable(c)) {
      return true;
    }
    if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
      spaced |= letters.isEmpty();
      ends.set(letters.length());
      return true;
    }
    if (SLASHES.indexOf(c) >= 0 || DECORATION.indexOf(c) >= 0) {
      slash |= letters.isEmpty() && SLASHES.indexOf(c) >= 0;
      ends.set(letters.length());
      return true;
    }
    int before = letters.length();
    Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD)
        .codePoints()
        .map(each -> ALIKE.getOrDefault(Character.toLowerCase(each), plain(each)))
        .filter(each -> each >= 'a' && each <= 'z')
        .forEach(each -> letters.append((char) each));
    return letters.length() > before;
  }

  private static char plain(int c) {
    int lower = Character.toLowerCase(c);
    return lower < Character.MAX_VALUE ? (char) lower : 0;
  }

  /** Returns true for characters that are not shown, or only above or below another one. */
  private static boolean isIgnorable(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.SURROGATE ->
          true;
      case Character.CONTROL -> !Character.isWhitespace(c);
      default -> c == 0x3164 || c == 0x115F || c == 0x1160 || c == 0x2800 || c == 0xFFA0;
    };
  }

  /** Returns the end of the entity at {@code at}; 0 where there is none. */
  private int entityAt(int at) {
    if (text.charAt(at) != '&') {
      return 0;
    }
    int end = Math.min(text.length(), at + MAX_ENTITY);
    for (int i = at + 1; i < end; i++) {
      char c = text.charAt(i);
      if (c == ';') {
        return i > at + 1 ? i + 1 : 0;
      }
      if (!Character.isLetterOrDigit(c) && !(c == '#' && i == at + 1)) {
        return 0;
      }
    }
    return 0;
  }

  /**
   * Returns the character of an entity; 0 for those by name that are not shown, as a soft hyphen.
   */
  private int entityValue(int at, int end) {
    String name = text.substring(at + 1, end - 1);
    if (name.charAt(0) != '#') {
      return SHOWN.contains(name) ? '<' : 0;
    }
    boolean isHex = name.length() > 1 && (name.charAt(1) == 'x' || name.charAt(1) == 'X');
    try {
      int value = Integer.parseInt(name.substring(isHex ? 2 : 1), isHex ? 16 : 10);
      return Character.isValidCodePoint(value) ? value : 0;
    } catch (NumberFormatException notOne) {
      return 0;
    }
  }
}
