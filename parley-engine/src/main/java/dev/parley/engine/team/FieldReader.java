package dev.parley.engine.team;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the keys of one map by their types, and collects those nobody asked for. */
final class FieldReader {
  private final String of;
  private final YamlNode.Fields all;
  private final Map<String, YamlNode.Field> left;

  /**
   * Makes a reader of {@code fields}.
   *
   * @param of the owner of the fields, which follows the key in a sentence
   */
  FieldReader(YamlNode.Fields fields, String of) {
    this.of = of;
    this.all = fields;
    this.left = new LinkedHashMap<>(fields.byKey());
  }

  /** Returns the value of {@code key}; a key without a value is absent. */
  Optional<YamlNode> node(String key) {
    return Optional.ofNullable(left.remove(key))
        .map(YamlNode.Field::value)
        .filter(value -> !means(value, YamlNode.Meaning.NOTHING));
  }

  /** Returns the line of {@code key}, from 1. */
  int line(String key) {
    return Optional.ofNullable(all.byKey().get(key)).map(YamlNode.Field::line).orElse(all.line());
  }

  Optional<String> text(String key) {
    return node(key).map(value -> text(key, value));
  }

  boolean flag(String key) {
    Optional<YamlNode> value = node(key);
    boolean isTrue = value.filter(node -> means(node, YamlNode.Meaning.TRUE)).isPresent();
    if (!isTrue) {
      value
          .filter(node -> !means(node, YamlNode.Meaning.FALSE))
          .ifPresent(
              node -> {
                throw wrong(key, "true or false", node);
              });
    }
    return isTrue;
  }

  Optional<List<String>> texts(String key) {
    return node(key)
        .map(
            value -> {
              if (!(value instanceof YamlNode.Items items)) {
                throw wrong(key, "a list of texts", value);
              }
              List<String> texts = new ArrayList<>();
              items.nodes().forEach(item -> texts.add(text(key, item)));
              return List.copyOf(texts);
            });
  }

  Optional<YamlNode.Fields> fields(String key) {
    return node(key)
        .map(
            value -> {
              if (!(value instanceof YamlNode.Fields fields)) {
                throw wrong(key, "a map", value);
              }
              return fields;
            });
  }

  /** Returns the keys nobody asked for, each with its line. */
  List<String> ignored() {
    List<String> ignored = new ArrayList<>();
    left.forEach(
        (key, field) ->
            ignored.add(TeamFileException.shown(key) + of + " (line " + field.line() + ")"));
    return ignored;
  }

  static boolean means(YamlNode node, YamlNode.Meaning meaning) {
    return node instanceof YamlNode.Scalar scalar && scalar.meaning() == meaning;
  }

  private String text(String key, YamlNode value) {
    if (value instanceof YamlNode.Scalar scalar && scalar.meaning() == YamlNode.Meaning.TEXT) {
      return scalar.text();
    }
    throw wrong(
        key, value instanceof YamlNode.Scalar ? "a text (put it in quotes)" : "a text", value);
  }

  private TeamFileException wrong(String key, String expected, YamlNode found) {
    return new TeamFileException(
        found.line(),
        TeamFileException.shown(key)
            + of
            + " must be "
            + expected
            + ", got: "
            + NodeText.of(found));
  }
}
