package dev.parley.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Writes JSON values: over several lines, on one line, or in the one form that is compared. */
final class JsonLayout {
  private final String text;

  private JsonLayout(String json) {
    this.text = json;
  }

  /**
   * Returns {@code json} over several lines; a list of single values stays on one.
   *
   * @param indent the white space before the line that the value begins in
   * @param unit what each level adds to it
   */
  static String spread(String json, String indent, String unit, String newline) {
    JsonLayout layout = new JsonLayout(json);
    return layout.spread(root(json), indent, unit, newline);
  }

  /** Returns {@code json} on one line, with blanks after commas and colons if it is airy. */
  static String line(String json, boolean airy) {
    return new JsonLayout(json).line(root(json), airy ? " " : "");
  }

  /** Returns one form for all ways to write the value at {@code node} in {@code text}. */
  static String canonical(String text, JsoncNode node) {
    if (node.kind() == JsoncNode.Kind.STRING) {
      return quoted(JsoncParser.plain(text.substring(node.from(), node.to())));
    } else if (node.isArray()) {
      List<String> elements = new ArrayList<>();
      node.entries().forEach(entry -> elements.add(canonical(text, entry.value())));
      return "[" + String.join(",", elements) + "]";
    } else if (node.isObject()) {
      TreeMap<String, String> members = new TreeMap<>();
      for (JsoncNode.Entry entry : node.entries()) {
        members.put(entry.name(), quoted(entry.name()) + ":" + canonical(text, entry.value()));
      }
      return "{" + String.join(",", members.values()) + "}";
    }
    return text.substring(node.from(), node.to());
  }

  /** {@code plain} as a JSON string, quotation marks included. */
  static String quoted(String plain) {
    StringBuilder quoted = new StringBuilder(plain.length() + 2).append('"');
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private static JsoncNode root(String json) {
    return JsoncParser.parse(json, JsoncSyntax.STRICT).root();
  }

  private String spread(JsoncNode node, String indent, String unit, String newline) {
    List<JsoncNode.Entry> entries = node.entries();
    if (entries.isEmpty() || entries.stream().allMatch(entry -> isElement(entry))) {
      return line(node, " ");
    }
    List<String> lines = new ArrayList<>();
    for (JsoncNode.Entry entry : entries) {
      String name = entry.name().isEmpty() ? "" : quoted(entry.name()) + ": ";
      lines.add(indent + unit + name + spread(entry.value(), indent + unit, unit, newline));
    }
    String open = node.isObject() ? "{" : "[";
    String close = node.isObject() ? "}" : "]";
    return open + newline + String.join("," + newline, lines) + newline + indent + close;
  }

  private static boolean isElement(JsoncNode.Entry entry) {
    JsoncNode value = entry.value();
    return entry.name().isEmpty() && !value.isObject() && !value.isArray();
  }

  private String line(JsoncNode node, String blank) {
    if (!node.isObject() && !node.isArray()) {
      return text.substring(node.from(), node.to());
    }
    List<String> parts = new ArrayList<>();
    for (JsoncNode.Entry entry : node.entries()) {
      String name = node.isObject() ? quoted(entry.name()) + ":" + blank : "";
      parts.add(name + line(entry.value(), blank));
    }
    String inside = String.join("," + blank, parts);
    return node.isObject() ? "{" + inside + "}" : "[" + inside + "]";
  }
}
