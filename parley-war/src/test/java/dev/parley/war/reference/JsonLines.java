package dev.parley.war.reference;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** JSON for readers: what fits a line is on one line, and the rest has a line for each member. */
final class JsonLines {
  private static final int WIDTH = 76;

  private JsonLines() {}

  /** Returns {@code json} as lines. */
  static String of(JsonNode json) {
    return of(json, "");
  }

  private static String of(JsonNode json, String indent) {
    String line = line(json);
    if (!json.isContainer() || json.isEmpty() || indent.length() + line.length() <= WIDTH) {
      return line;
    }
    String deeper = indent + "  ";
    List<String> members = new ArrayList<>();
    if (json.isObject()) {
      json.properties()
          .forEach(
              member ->
                  members.add(
                      deeper + quoted(member.getKey()) + ": " + of(member.getValue(), deeper)));
    } else {
      json.forEach(item -> members.add(deeper + of(item, deeper)));
    }
    return (json.isObject() ? "{\n" : "[\n")
        + String.join(",\n", members)
        + "\n"
        + indent
        + (json.isObject() ? "}" : "]");
  }

  private static String line(JsonNode json) {
    List<String> members = new ArrayList<>();
    if (json.isObject()) {
      json.properties()
          .forEach(member -> members.add(quoted(member.getKey()) + ": " + line(member.getValue())));
      return "{" + String.join(", ", members) + "}";
    }
    if (json.isArray()) {
      json.forEach(item -> members.add(line(item)));
      return "[" + String.join(", ", members) + "]";
    }
    return json.toString();
  }

  private static String quoted(String name) {
    return "\"" + name + "\"";
  }
}
