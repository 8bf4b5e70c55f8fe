package dev.parley.setup;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a TOML file that begin a table or set a key, with their places. It reads as much of
 * TOML as is needed to be sure what is a table and what is inside a string, and refuses the rest.
 */
final class TomlDocument {
  /** The kinds of statements. */
  enum Kind {
    TABLE,
    ARRAY_OF_TABLES,
    KEY
  }

  /**
   * A statement.
   *
   * @param path the whole name: that of the table, and for a key that of its table and its own
   * @param from the index of the beginning of its line
   * @param value the index of a key's value
   * @param end the index after its last character, before a comment and the end of the line
   * @param to the index after its line
   */
  record Statement(Kind kind, List<String> path, int from, int value, int end, int to) {}

  private final String text;
  private final List<Statement> statements = new ArrayList<>();
  private List<String> table = List.of();
  private int at;

  private TomlDocument(String text) {
    this.text = text;
  }

  /** Reads the statements of {@code text} in their order. */
  static List<Statement> statements(String text) {
    TomlDocument document = new TomlDocument(text);
    while (document.at < text.length()) {
      document.line();
    }
    return List.copyOf(document.statements);
  }

  private void line() {
    int from = at;
    blanks();
    if (at < text.length() && text.charAt(at) == '[') {
      header(from);
    } else if (at < text.length() && !isLineEnd(text.charAt(at)) && text.charAt(at) != '#') {
      key(from);
    } else {
      endOfLine();
    }
  }

  private void header(int from) {
    boolean array = text.startsWith("[[", at);
    at += array ? 2 : 1;
    table = path();
    if (!text.startsWith(array ? "]]" : "]", at)) {
      throw fault("the name of a table does not end");
    }
    at += array ? 2 : 1;
    int end = at;
    endOfLine();
    statements.add(
        new Statement(array ? Kind.ARRAY_OF_TABLES : Kind.TABLE, table, from, end, end, at));
  }

  private void key(int from) {
    List<String> path = new ArrayList<>(table);
    path.addAll(path());
    if (at >= text.length() || text.charAt(at) != '=') {
      throw fault("an equals sign is missing");
    }
    at++;
    blanks();
    int value = at;
    value(0);
    int end = at;
    endOfLine();
    statements.add(new Statement(Kind.KEY, List.copyOf(path), from, value, end, at));
  }

  /** Reads the parts of a name with dots between them, and the blanks after it. */
  private List<String> path() {
    List<String> path = new ArrayList<>();
    do {
      at += path.isEmpty() ? 0 : 1;
      blanks();
      int from = at;
      if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
        boolean literal = text.charAt(at) == '\'';
        string();
        path.add(literal ? text.substring(from + 1, at - 1) : plain(text.substring(from, at)));
      } else {
        while (at < text.length() && isBare(text.charAt(at))) {
          at++;
        }
        if (from == at) {
          throw fault("a name is missing");
        }
        path.add(text.substring(from, at));
      }
      blanks();
    } while (at < text.length() && text.charAt(at) == '.');
    return List.copyOf(path);
  }

  private String plain(String quoted) {
    try {
      JsoncParser.parse(quoted, JsoncSyntax.STRICT);
      return JsoncParser.plain(quoted);
    } catch (SetupException unusual) {
      throw fault("an escape in a name that the setup does not read");
    }
  }

  private void value(int depth) {
    if (depth > JsoncParser.MAX_DEPTH) {
      throw fault("nested too deeply");
    } else if (at >= text.length() || isLineEnd(text.charAt(at)) || text.charAt(at) == '#') {
      throw fault("a value is missing");
    }
    char c = text.charAt(at);
    if (c == '"' || c == '\'') {
      string();
    } else if (c == '[' || c == '{') {
      nested(c == '[' ? ']' : '}', depth);
    } else {
      int from = at;
      while (at < text.length() && ",]}#\n\r=\"'[{".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      while (at > from && isBlank(text.charAt(at - 1))) {
        at--;
      }
      if (from == at) {
        throw fault("a value is missing");
      }
    }
  }

  /** Reads an array or an inline table; its parts are values, names, commas and comments. */
  private void nested(char close, int depth) {
    int from = at++;
    while (true) {
      space();
      if (at >= text.length()) {
        at = from;
        throw fault("a value does not end");
      }
      char c = text.charAt(at);
      if (c == close) {
        at++;
        return;
      } else if (c == ',' || c == '=') {
        at++;
      } else if (c == ']' || c == '}') {
        throw fault("unexpected character " + c);
      } else {
        value(depth + 1);
      }
    }
  }

  private void string() {
    int from = at;
    char quote = text.charAt(at);
    String three = String.valueOf(quote).repeat(3);
    boolean block = text.startsWith(three, at);
    String close = block ? three : String.valueOf(quote);
    at += close.length();
    while (at < text.length() && !text.startsWith(close, at)) {
      if (!block && isLineEnd(text.charAt(at))) {
        break;
      }
      at += quote == '"' && text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= text.length() || !text.startsWith(close, at)) {
      at = from;
      throw fault("a string does not end");
    }
    at += close.length();
    for (int extra = 0; block && extra < 2 && text.startsWith(String.valueOf(quote), at); extra++) {
      at++;
    }
  }

  /** Moves past blanks, line ends and comments. */
  private void space() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        comment();
      } else if (isBlank(c) || isLineEnd(c)) {
        at++;
      } else {
        return;
      }
    }
  }

  private void blanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private void comment() {
    while (at < text.length() && !isLineEnd(text.charAt(at))) {
      at++;
    }
  }

  private void endOfLine() {
    blanks();
    if (at < text.length() && text.charAt(at) == '#') {
      comment();
    }
    if (at < text.length() && !isLineEnd(text.charAt(at))) {
      throw fault("something follows the end of the statement");
    }
    at += text.startsWith("\r\n", at) ? 2 : at < text.length() ? 1 : 0;
  }

  private static boolean isBare(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private SetupException fault(String what) {
    return SetupException.at(text, at, what);
  }
}
