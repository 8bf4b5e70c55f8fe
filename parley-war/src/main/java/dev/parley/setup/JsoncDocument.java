package dev.parley.setup;

import java.util.List;
import java.util.Optional;

/**
 * A JSON document whose text is changed only where a member or an element is added, replaced or
 * removed. To remove what was added as the last member gives the former text back. Immutable.
 */
final class JsoncDocument {
  private static final String DEFAULT_UNIT = "  ";

  private final String text;
  private final JsoncSyntax syntax;
  private final JsoncNode root;
  private final List<int[]> lineComments;

  private JsoncDocument(String text, JsoncSyntax syntax) {
    JsoncParser.Parsed parsed = JsoncParser.parse(text, syntax);
    this.text = text;
    this.syntax = syntax;
    this.root = parsed.root();
    this.lineComments = parsed.lineComments();
  }

  /** Reads a document, or refuses it with the line of its fault. */
  static JsoncDocument of(String text, JsoncSyntax syntax) {
    return new JsoncDocument(text, syntax);
  }

  String text() {
    return text;
  }

  JsoncNode root() {
    return root;
  }

  /**
   * The value that is reached by these names, one below the other; refuses a name that is twice.
   */
  Optional<JsoncNode> find(List<String> path) {
    JsoncNode found = root;
    for (String name : path) {
      int index = indexOf(found, name);
      if (index < 0) {
        return Optional.empty();
      }
      found = found.entries().get(index).value();
    }
    return Optional.of(found);
  }

  /** The index of a member, or -1; which of two counts depends on the client. */
  private int indexOf(JsoncNode box, String name) {
    int index = box.indexOf(name);
    for (int i = 0; i < index; i++) {
      if (box.entries().get(i).name().equals(name)) {
        int from = box.entries().get(index).from();
        throw SetupException.at(text, from, "the name \"" + name + "\" is there twice");
      }
    }
    return index;
  }

  /** The value as it is written. */
  String raw(JsoncNode node) {
    return text.substring(node.from(), node.to());
  }

  /** One form for all ways to write the value. */
  String canonical(JsoncNode node) {
    return JsonLayout.canonical(text, node);
  }

  /**
   * The document with {@code json} as the value at {@code path}, in the style of its surroundings.
   */
  JsoncDocument set(List<String> path, String json) {
    JsoncNode box = root;
    for (int i = 0; i < path.size(); i++) {
      if (!box.isObject()) {
        String where = i == 0 ? "the document" : String.join(".", path.subList(0, i));
        throw SetupException.at(text, box.from(), where + " is not an object");
      }
      int index = indexOf(box, path.get(i));
      if (index < 0) {
        return insert(box, path.get(i), nested(path.subList(i + 1, path.size()), json));
      }
      JsoncNode.Entry entry = box.entries().get(index);
      if (i + 1 == path.size()) {
        return restyle(box, entry, json);
      }
      box = entry.value();
    }
    throw new IllegalArgumentException("no path");
  }

  /** The document with {@code json} as one more element of the array at {@code path}. */
  JsoncDocument append(List<String> path, String json) {
    Optional<JsoncNode> array = find(path);
    if (array.isEmpty()) {
      return set(path, "[" + json + "]");
    } else if (!array.get().isArray()) {
      throw SetupException.at(
          text, array.get().from(), String.join(".", path) + " is not an array");
    }
    return insert(array.get(), "", json);
  }

  /** The document with other text in the place of a value. */
  JsoncDocument replace(JsoncNode node, String raw) {
    return edited(text.substring(0, node.from()) + raw + text.substring(node.to()));
  }

  /** The document without the entry of {@code box} at {@code index}, and without its comma. */
  JsoncDocument remove(JsoncNode box, int index) {
    List<JsoncNode.Entry> entries = box.entries();
    JsoncNode.Entry entry = entries.get(index);
    boolean last = index == entries.size() - 1;
    int to = entry.value().to();
    int comma = entry.comma();
    boolean joined = comma >= 0 && text.substring(to, comma).isBlank();
    int end = joined ? comma + 1 : to;
    int start = contentEnd(entry.from());
    boolean restIsBlank = (joined || comma < 0) && isBlankToTheEndOfLine(end);
    boolean afterComment = endsLineComment(start);
    // What follows on this line keeps its place; a comment before it would swallow it.
    boolean keepsLine = hasNewline(start, entry.from()) && !restIsBlank && (!last || afterComment);
    start = keepsLine ? entry.from() : start;
    while ((keepsLine || afterComment) && isBlankAt(end)) {
      end++;
    }
    StringBuilder changed = new StringBuilder(text);
    if (comma >= 0 && !joined) {
      changed.deleteCharAt(comma);
    }
    changed.delete(start, end);
    if (last && comma < 0 && index > 0) {
      changed.deleteCharAt(entries.get(index - 1).comma());
    }
    return edited(changed.toString());
  }

  private JsoncDocument insert(JsoncNode box, String name, String json) {
    List<JsoncNode.Entry> entries = box.entries();
    int at = contentEnd(box.to() - 1);
    boolean spread = isSpread(box);
    StringBuilder added = new StringBuilder();
    if (spread) {
      String indent = childIndent(box);
      added.append(newline()).append(indent);
      added.append(name.isEmpty() ? "" : JsonLayout.quoted(name) + ": ");
      added.append(JsonLayout.spread(json, indent, unit(), newline()));
    } else {
      boolean airy = isAiry(box);
      added.append(airy && !entries.isEmpty() ? " " : "");
      added.append(name.isEmpty() ? "" : JsonLayout.quoted(name) + (airy ? ": " : ":"));
      added.append(JsonLayout.line(json, airy));
    }
    StringBuilder changed = new StringBuilder(text);
    if (!entries.isEmpty() && entries.get(entries.size() - 1).comma() >= 0) {
      added.append(',');
    } else if (entries.isEmpty() && spread && !hasNewline(box.from(), box.to())) {
      added.append(newline()).append(lineIndent(box.from()));
    }
    changed.insert(at, added);
    if (!entries.isEmpty() && entries.get(entries.size() - 1).comma() < 0) {
      changed.insert(entries.get(entries.size() - 1).value().to(), ',');
    }
    return edited(changed.toString());
  }

  /** The document with another value of an entry of {@code box}, in the style of this. */
  JsoncDocument restyle(JsoncNode box, JsoncNode.Entry entry, String json) {
    String styled =
        isSpread(box)
            ? JsonLayout.spread(json, lineIndent(entry.from()), unit(), newline())
            : JsonLayout.line(json, isAiry(box));
    return replace(entry.value(), styled);
  }

  private JsoncDocument edited(String changed) {
    return new JsoncDocument(changed, syntax);
  }

  private static String nested(List<String> path, String json) {
    String nested = json;
    for (int i = path.size() - 1; i >= 0; i--) {
      nested = "{" + JsonLayout.quoted(path.get(i)) + ":" + nested + "}";
    }
    return nested;
  }

  /** The index after the last token or comment before {@code end}. */
  private int contentEnd(int end) {
    int i = end;
    while (i > 0 && (isBlank(text.charAt(i - 1)) || isNewline(text.charAt(i - 1)))) {
      i--;
    }
    for (int[] comment : lineComments) {
      // The blanks at the end of such a comment are its own.
      i = comment[0] < i && i <= comment[1] ? comment[1] : i;
    }
    return i;
  }

  private boolean endsLineComment(int index) {
    return lineComments.stream().anyMatch(comment -> index == comment[1]);
  }

  private boolean isBlankToTheEndOfLine(int index) {
    int i = index;
    while (isBlankAt(i)) {
      i++;
    }
    return i == text.length() || isNewline(text.charAt(i));
  }

  private boolean isBlankAt(int index) {
    return index < text.length() && isBlank(text.charAt(index));
  }

  private boolean isSpread(JsoncNode box) {
    boolean grows = box.entries().isEmpty() && (box.equals(root) || hasNewline(0, text.length()));
    return grows || hasNewline(box.from(), box.to());
  }

  private boolean isAiry(JsoncNode box) {
    String around = box.entries().isEmpty() ? text : raw(box);
    return around.contains("\": ") || around.contains(", ");
  }

  private String childIndent(JsoncNode box) {
    for (JsoncNode.Entry entry : box.entries()) {
      if (hasNewline(contentEnd(entry.from()), entry.from())) {
        return lineIndent(entry.from());
      }
    }
    return lineIndent(box.from()) + unit();
  }

  /** One level of indentation: that of the document's first member which begins a line. */
  private String unit() {
    for (JsoncNode.Entry entry : root.entries()) {
      if (hasNewline(contentEnd(entry.from()), entry.from())) {
        String indent = lineIndent(entry.from());
        return indent.isEmpty() ? DEFAULT_UNIT : indent;
      }
    }
    return DEFAULT_UNIT;
  }

  private String lineIndent(int index) {
    int start = index;
    while (start > 0 && !isNewline(text.charAt(start - 1))) {
      start--;
    }
    int end = start;
    while (end < index && isBlank(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end);
  }

  private String newline() {
    int i = 0;
    while (i < text.length() && !isNewline(text.charAt(i))) {
      i++;
    }
    return text.startsWith("\r\n", i) ? "\r\n" : text.startsWith("\r", i) ? "\r" : "\n";
  }

  private boolean hasNewline(int from, int to) {
    return text.substring(from, to).chars().anyMatch(c -> isNewline((char) c));
  }

  private static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
