package dev.parley.doctor.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of a TOML file as far as the configuration of Codex needs them: strings, arrays of
 * strings and tables of strings. Everything else is kept as it was written.
 */
final class TomlTables {
  private final Map<String, Map<String, String>> tables = new LinkedHashMap<>();

  private TomlTables() {}

  /** Reads {@code text}; what is no line of TOML is passed over. */
  static TomlTables of(String text) {
    TomlTables read = new TomlTables();
    Map<String, String> table = read.table("");
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = withoutComment(lines.get(i)).strip();
      int equals = outside(line, '=');
      if (line.startsWith("[") && line.endsWith("]") && equals < 0) {
        table = read.table(name(line.replace("[[", "[").replace("]]", "]")));
      } else if (equals > 0) {
        StringBuilder value = new StringBuilder(line.substring(equals + 1).strip());
        while (isOpen(value) && i + 1 < lines.size()) {
          i++;
          value.append(' ').append(withoutComment(lines.get(i)).strip());
        }
        table.put(name("[" + line.substring(0, equals) + "]"), value.toString());
      }
    }
    return read;
  }

  private Map<String, String> table(String name) {
    return tables.computeIfAbsent(name, none -> new LinkedHashMap<>());
  }

  /** The names of all tables, their parts joined with dots. */
  Set<String> names() {
    return tables.keySet();
  }

  /** The value of a key as it was written. */
  Optional<String> raw(String table, String key) {
    return Optional.ofNullable(tables.getOrDefault(table, Map.of()).get(key));
  }

  /** The string of a key; empty where it is something else. */
  Optional<String> text(String table, String key) {
    return raw(table, key).flatMap(value -> strings(value).stream().findFirst());
  }

  /** The strings of an array. */
  List<String> texts(String table, String key) {
    return raw(table, key).map(TomlTables::strings).orElse(List.of());
  }

  /** The strings of a table that stands below {@code table}, on its own or inline. */
  Map<String, String> map(String table, String key) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String part : split(raw(table, key).orElse(""))) {
      int equals = outside(part, '=');
      if (equals > 0) {
        strings(part.substring(equals + 1))
            .forEach(text -> found.put(name("[" + part.substring(0, equals) + "]"), text));
      }
    }
    tables
        .getOrDefault(table + "." + key, Map.of())
        .forEach((name, value) -> strings(value).forEach(text -> found.put(name, text)));
    return found;
  }

  /** The entries of an inline table. */
  private static List<String> split(String inline) {
    List<String> parts = new ArrayList<>();
    String rest = inline.startsWith("{") ? inline.substring(1) : "";
    int comma;
    while ((comma = outside(rest, ',')) >= 0) {
      parts.add(rest.substring(0, comma));
      rest = rest.substring(comma + 1);
    }
    parts.add(rest);
    return parts;
  }

  /** The name in a pair of brackets, without the quotation marks of its parts. */
  private static String name(String bracketed) {
    return bracketed.substring(1, bracketed.length() - 1).replaceAll("[\"'\\s]", "");
  }

  /** All strings in {@code value}, their escapes resolved. */
  private static List<String> strings(String value) {
    List<String> found = new ArrayList<>();
    int at = 0;
    while (at < value.length()) {
      char quote = value.charAt(at);
      int end = quote == '"' || quote == '\'' ? end(value, at) : -1;
      if (end > 0) {
        String inside = value.substring(at + 1, end);
        found.add(quote == '\'' ? inside : inside.replace("\\\\", "\\").replace("\\\"", "\""));
        at = end;
      }
      at++;
    }
    return found;
  }

  /** The index of the quotation mark that ends the string at {@code at}, or -1. */
  private static int end(String text, int at) {
    char quote = text.charAt(at);
    for (int i = at + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\' && quote == '"') {
        i++;
      } else if (text.charAt(i) == quote) {
        return i;
      }
    }
    return -1;
  }

  /** The index of {@code wanted} outside of strings, or -1. */
  private static int outside(String text, char wanted) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == wanted) {
        return i;
      }
      int end = c == '"' || c == '\'' ? end(text, i) : i;
      i = end < 0 ? text.length() : end;
    }
    return -1;
  }

  private static String withoutComment(String line) {
    int hash = outside(line, '#');
    return hash < 0 ? line : line.substring(0, hash);
  }

  /** Returns whether an array or an inline table goes on in the next line. */
  private static boolean isOpen(CharSequence value) {
    String text = value.toString();
    boolean array = text.startsWith("[") && outside(text.substring(1), ']') < 0;
    return array || (text.startsWith("{") && outside(text.substring(1), '}') < 0);
  }
}
