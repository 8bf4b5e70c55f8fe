package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value in the bytes it came in: looked into and cut from, never built anew, so that what
 * the bridge passes on is what it was given. Immutable; the bytes must not be changed afterwards.
 */
final class JsonText {
  private final byte[] text;
  private final int from;
  private final int to;

  private JsonText(byte[] text, int from, int to) {
    this.text = text;
    this.from = from;
    this.to = to;
  }

  /** The value that is the whole of {@code utf8}; everything in it is checked here, once. */
  static JsonText parse(byte[] utf8) {
    JsonScanner scanner = new JsonScanner(utf8, utf8.length);
    int from = scanner.space(0);
    int to = scanner.value(from, 0);
    if (scanner.space(to) != utf8.length) {
      throw new MalformedJson("more than one value");
    }
    return new JsonText(utf8, from, to);
  }

  static JsonText parse(String json) {
    return parse(json.getBytes(UTF_8));
  }

  /** The member reached by these names one below the other, or null where there is none. */
  @Nullable JsonText member(String... path) {
    JsonText found = this;
    for (String name : path) {
      found = found.child(name);
      if (found == null) {
        return null;
      }
    }
    return found;
  }

  /** The string reached by these names, or null where there is none or something else. */
  @Nullable String textAt(String... path) {
    JsonText found = member(path);
    return found != null && found.isString() ? found.string() : null;
  }

  private @Nullable JsonText child(String name) {
    if (!isObject()) {
      return null;
    }
    JsonScanner scanner = new JsonScanner(text, to);
    JsonText found = null;
    int at = scanner.space(from + 1);
    while (text[at] != '}') {
      int afterName = scanner.string(at);
      int value = scanner.space(scanner.colon(afterName));
      int afterValue = scanner.value(value, 0);
      // Of two members with one name the last counts, as it does for the server.
      if (new JsonText(text, at, afterName).isText(name)) {
        found = new JsonText(text, value, afterValue);
      }
      at = scanner.space(afterValue);
      at = text[at] == ',' ? scanner.space(at + 1) : at;
    }
    return found;
  }

  /** The elements of an array; none where this is something else. */
  List<JsonText> elements() {
    List<JsonText> found = new ArrayList<>();
    if (text[from] == '[') {
      JsonScanner scanner = new JsonScanner(text, to);
      int at = scanner.space(from + 1);
      while (text[at] != ']') {
        int after = scanner.value(at, 0);
        found.add(new JsonText(text, at, after));
        at = scanner.space(after);
        at = text[at] == ',' ? scanner.space(at + 1) : at;
      }
    }
    return found;
  }

  /** The names of an object's members, in their order; none where this is something else. */
  List<String> names() {
    List<String> found = new ArrayList<>();
    if (isObject()) {
      JsonScanner scanner = new JsonScanner(text, to);
      int at = scanner.space(from + 1);
      while (text[at] != '}') {
        int afterName = scanner.string(at);
        found.add(new JsonText(text, at, afterName).string());
        int value = scanner.space(scanner.colon(afterName));
        at = scanner.space(scanner.value(value, 0));
        at = text[at] == ',' ? scanner.space(at + 1) : at;
      }
    }
    return found;
  }

  boolean isObject() {
    return text[from] == '{';
  }

  boolean isString() {
    return text[from] == '"';
  }

  boolean isNumber() {
    return text[from] == '-' || (text[from] >= '0' && text[from] <= '9');
  }

  boolean isTrue() {
    return text[from] == 't';
  }

  private boolean isText(String wanted) {
    int length = to - from - 2;
    for (int i = 0; i < length; i++) {
      byte b = text[from + 1 + i];
      if (b == '\\' || b < 0) {
        return string().equals(wanted);
      }
      if (i >= wanted.length() || b != wanted.charAt(i)) {
        return false;
      }
    }
    return length == wanted.length();
  }

  /** Returns the text of a JSON string, its escapes resolved. */
  String string() {
    String inside = new String(text, from + 1, to - from - 2, UTF_8);
    if (inside.indexOf('\\') < 0) {
      return inside;
    }
    StringBuilder plain = new StringBuilder(inside.length());
    int at = 0;
    while (at < inside.length()) {
      char c = inside.charAt(at);
      char escaped = c == '\\' ? inside.charAt(at + 1) : c;
      int known = "bfnrt".indexOf(escaped);
      if (c != '\\') {
        plain.append(c);
        at++;
      } else if (escaped == 'u') {
        plain.append((char) Integer.parseInt(inside, at + 2, at + 6, 16));
        at += 6;
      } else {
        plain.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
        at += 2;
      }
    }
    return plain.toString();
  }

  /** The value as it was written, white space and all. */
  String raw() {
    return new String(text, from, to - from, UTF_8);
  }

  /**
   * The value on one line. A line break can only stand between tokens, so a space says the same;
   * the bytes are copied only if there is one, or something around the value.
   */
  byte[] oneLine() {
    boolean asItIs = from == 0 && to == text.length;
    for (int i = from; asItIs && i < to; i++) {
      asItIs = text[i] != '\n' && text[i] != '\r';
    }
    if (asItIs) {
      return text;
    }
    byte[] line = new byte[to - from];
    for (int i = 0; i < line.length; i++) {
      byte b = text[from + i];
      line[i] = b == '\n' || b == '\r' ? (byte) ' ' : b;
    }
    return line;
  }

  /** The value on one line, as text. */
  String line() {
    return new String(oneLine(), UTF_8);
  }

  /** {@code plain} as a JSON string, quotation marks included. */
  static String quoted(String plain) {
    StringBuilder quoted = new StringBuilder(plain.length() + 16).append('"');
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20) {
        quoted.append("\\u00").append(Character.forDigit(c >> 4, 16));
        quoted.append(Character.forDigit(c & 15, 16));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return raw();
  }
}
