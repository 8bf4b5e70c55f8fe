package dev.parley.setup;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON with comments and keeps the place of everything, so that an edit can leave all other
 * characters as they are. The bridge has a scanner of its own, for strict JSON in bytes.
 */
final class JsoncParser {
  /** Deeper nesting than any configuration has; a file that has it cannot use up the stack. */
  static final int MAX_DEPTH = 200;

  /**
   * A document that was read.
   *
   * @param lineComments the indexes between which the comments to the end of a line lie
   */
  record Parsed(JsoncNode root, List<int[]> lineComments) {}

  private final String text;
  private final JsoncSyntax syntax;
  private final List<int[]> lineComments = new ArrayList<>();
  private int at;

  private JsoncParser(String text, JsoncSyntax syntax) {
    this.text = text;
    this.syntax = syntax;
  }

  /** Reads the one value that {@code text} is; refuses everything else with its line. */
  static Parsed parse(String text, JsoncSyntax syntax) {
    JsoncParser parser = new JsoncParser(text, syntax);
    parser.skip();
    JsoncNode root = parser.value(0);
    parser.skip();
    if (parser.at < text.length()) {
      throw parser.fault("something follows the end of the value");
    }
    return new Parsed(root, List.copyOf(parser.lineComments));
  }

  private JsoncNode value(int depth) {
    if (depth > MAX_DEPTH) {
      throw fault("nested too deeply");
    }
    int from = at;
    char c = here();
    if (c == '{' || c == '[') {
      return container(c == '{', depth);
    } else if (c == '"') {
      string();
      return new JsoncNode(JsoncNode.Kind.STRING, from, at, List.of());
    }
    while (at < text.length() && "{}[],:\"/ \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    if (!word.matches("true|false|null|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      at = from;
      throw fault("not a JSON value");
    }
    return new JsoncNode(JsoncNode.Kind.OTHER, from, at, List.of());
  }

  private JsoncNode container(boolean object, int depth) {
    int from = at++;
    char close = object ? '}' : ']';
    List<JsoncNode.Entry> entries = new ArrayList<>();
    skip();
    while (here() != close) {
      int start = at;
      String name = object ? name() : "";
      JsoncNode value = value(depth + 1);
      skip();
      int comma = here() == ',' ? at : -1;
      entries.add(new JsoncNode.Entry(name, start, value, comma));
      if (comma < 0 && here() != close) {
        throw fault("a comma or " + close + " is missing");
      } else if (comma >= 0) {
        at++;
        skip();
        if (here() == close && !syntax.allowsTrailingCommas()) {
          at = comma;
          throw fault("a comma before " + close + ", which the client does not accept here");
        }
      }
    }
    at++;
    JsoncNode.Kind kind = object ? JsoncNode.Kind.OBJECT : JsoncNode.Kind.ARRAY;
    return new JsoncNode(kind, from, at, List.copyOf(entries));
  }

  private String name() {
    if (here() != '"') {
      throw fault("a name in quotation marks is missing");
    }
    int from = at;
    string();
    String name = plain(text.substring(from, at));
    skip();
    if (here() != ':') {
      throw fault("a colon is missing");
    }
    at++;
    skip();
    return name;
  }

  private void string() {
    int from = at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c < 0x20) {
        throw fault("a control character in a string");
      } else if (c == '\\' && !escape()) {
        throw fault("an unknown escape in a string");
      }
      at++;
    }
    if (at >= text.length()) {
      at = from;
      throw fault("a string does not end");
    }
    at++;
  }

  /** Moves to the last character of the escape that begins here; returns false where it is none. */
  private boolean escape() {
    at++;
    if (at < text.length() && text.charAt(at) == 'u') {
      boolean four =
          at + 4 < text.length() && text.substring(at + 1, at + 5).matches("\\p{XDigit}{4}");
      at += four ? 4 : 0;
      return four;
    }
    return at < text.length() && "\"\\/bfnrt".indexOf(text.charAt(at)) >= 0;
  }

  /** Returns the text of a string, its escapes resolved. */
  static String plain(String quoted) {
    StringBuilder plain = new StringBuilder(quoted.length());
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char escaped = quoted.charAt(++i);
      int known = "bfnrt".indexOf(escaped);
      if (escaped == 'u') {
        plain.append((char) Integer.parseInt(quoted, i + 1, i + 5, 16));
        i += 4;
      } else {
        plain.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
      }
    }
    return plain.toString();
  }

  /** Moves to the next token. */
  private void skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        at++;
      } else if (c == '/') {
        comment();
      } else {
        return;
      }
    }
  }

  private void comment() {
    int from = at;
    boolean line = text.startsWith("//", at);
    if (!line && !text.startsWith("/*", at)) {
      throw fault("unexpected character /");
    } else if (!syntax.allowsComments()) {
      throw fault("a comment, which the client does not accept here");
    } else if (line) {
      while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        at++;
      }
      lineComments.add(new int[] {from, at});
      return;
    }
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw fault("a comment does not end");
    }
    at = end + 2;
  }

  private char here() {
    if (at >= text.length()) {
      throw fault("the text ends too early");
    }
    return text.charAt(at);
  }

  private SetupException fault(String what) {
    return SetupException.at(text, at, what);
  }
}
