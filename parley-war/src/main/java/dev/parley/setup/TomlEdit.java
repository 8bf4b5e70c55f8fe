package dev.parley.setup;

import dev.parley.setup.TomlDocument.Kind;
import dev.parley.setup.TomlDocument.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One table of a TOML file. It refuses a file that has the table in another form, for example
 * inline, since an edit of that could lose something.
 *
 * @param table the table's name
 * @param keys the keys in their order, with values as TOML has them
 */
record TomlEdit(List<String> table, Map<String, String> keys) implements ConfigEdit {
  /** The key of a server that is reached over HTTP, which has no command. */
  private static final String URL = "url";

  @Override
  public String apply(Optional<String> current) {
    String text = current.orElse("");
    String newline = text.contains("\r\n") ? "\r\n" : "\n";
    Optional<Statement> header = header(text);
    if (header.isEmpty()) {
      String body = shown().replace("\n", newline);
      String end = text.isEmpty() || text.endsWith("\n") ? "" : newline;
      return text + end + (text.isEmpty() ? "" : newline) + body;
    }
    String changed = text;
    for (Map.Entry<String, String> key : keys.entrySet()) {
      changed = set(changed, key.getKey(), key.getValue(), newline);
    }
    return changed;
  }

  private String set(String text, String key, String value, String newline) {
    Statement last = header(text).orElseThrow();
    for (Statement statement : own(text)) {
      if (statement.path().get(table.size()).equals(URL)) {
        throw SetupException.at(
            text, statement.from(), name() + " has a url; remove that table first");
      } else if (statement.path().equals(path(key))) {
        String old = text.substring(statement.value(), statement.end());
        return old.equals(value)
            ? text
            : text.substring(0, statement.value()) + value + text.substring(statement.end());
      }
      last = statement;
    }
    String before = text.substring(0, last.to());
    String end = before.endsWith("\n") ? "" : newline;
    return before + end + key + " = " + value + newline + text.substring(last.to());
  }

  /** The keys of the table itself. */
  private List<Statement> own(String text) {
    List<Statement> all = TomlDocument.statements(text);
    int header = all.indexOf(header(text).orElseThrow());
    int end = header + 1;
    while (end < all.size() && all.get(end).kind() == Kind.KEY) {
      end++;
    }
    return all.subList(header + 1, end);
  }

  private List<String> path(String key) {
    return Stream.concat(table.stream(), Stream.of(key)).toList();
  }

  /** The line that begins the table; refuses the table in any form that has none. */
  private Optional<Statement> header(String text) {
    Optional<Statement> found = Optional.empty();
    boolean inside = false;
    for (Statement statement : TomlDocument.statements(text)) {
      boolean isHeader = statement.kind() == Kind.TABLE;
      boolean ours = isBelow(statement.path(), table);
      if (isHeader && statement.path().equals(table)) {
        if (found.isPresent()) {
          throw SetupException.at(text, statement.from(), name() + " is there twice");
        }
        found = Optional.of(statement);
      }
      inside = isHeader ? ours : inside && statement.kind() == Kind.KEY;
      boolean inline = statement.kind() == Kind.KEY && isBelow(table, statement.path());
      boolean other = ours && !inside;
      if (inline
          || other
          || (statement.kind() == Kind.ARRAY_OF_TABLES && isBelow(table, statement.path()))) {
        throw SetupException.at(
            text,
            statement.from(),
            "this sets " + name() + " in a form that setup does not edit; write it as a table");
      }
    }
    return found;
  }

  private static boolean isBelow(List<String> path, List<String> above) {
    return path.size() >= above.size() && path.subList(0, above.size()).equals(above);
  }

  @Override
  public Optional<String> without(String current, OriginalContent original) {
    List<Statement> ours =
        TomlDocument.statements(current).stream()
            .filter(statement -> isBelow(statement.path(), table))
            .toList();
    if (ours.isEmpty() || header(current).isEmpty()) {
      return Optional.of(current);
    }
    Optional<String> before = original.text().flatMap(this::region);
    String rest = current;
    for (int i = ours.size() - 1; i >= 0; i--) {
      Statement statement = ours.get(i);
      String put = i == 0 ? before.orElse("") : "";
      int from = i == 0 && before.isEmpty() ? separator(rest, statement.from()) : statement.from();
      rest = rest.substring(0, from) + put + rest.substring(statement.to());
    }
    if (rest.isBlank() && original.isAbsent()) {
      return Optional.empty();
    }
    boolean cut =
        before.isEmpty()
            && original.text().map(text -> !text.endsWith("\n")).orElse(false)
            && ours.get(ours.size() - 1).to() == current.length();
    return Optional.of(cut ? rest.replaceFirst("\r?\n$", "") : rest);
  }

  /** The lines of the table and of those below it, as they were. */
  private Optional<String> region(String text) {
    String lines =
        TomlDocument.statements(text).stream()
            .filter(statement -> isBelow(statement.path(), table))
            .map(statement -> text.substring(statement.from(), statement.to()))
            .collect(Collectors.joining());
    return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
  }

  /** The beginning of the empty line before the table, which the setup made. */
  private static int separator(String text, int from) {
    if (text.substring(0, from).endsWith("\r\n\r\n")) {
      return from - 2;
    }
    return text.substring(0, from).endsWith("\n\n") ? from - 1 : from;
  }

  @Override
  public String shown() {
    StringBuilder lines = new StringBuilder("[" + name() + "]\n");
    keys.forEach((key, value) -> lines.append(key).append(" = ").append(value).append('\n'));
    return lines.toString();
  }

  private String name() {
    return String.join(".", table);
  }
}
