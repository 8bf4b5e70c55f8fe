package dev.parley.engine.team;

import java.util.List;
import java.util.Map;

/** A piece of YAML that remembers where it stood. */
sealed interface YamlNode {
  /** The line it begins at, from 1. */
  int line();

  /** What a text without quotes can stand for. */
  enum Meaning {
    TEXT,
    NUMBER,
    TRUE,
    FALSE,
    NOTHING
  }

  /** One text, as it was written. */
  record Scalar(int line, String text, Meaning meaning) implements YamlNode {}

  /** A list. */
  record Items(int line, List<YamlNode> nodes) implements YamlNode {
    public Items {
      nodes = List.copyOf(nodes);
    }
  }

  /** Values by key, in the order of the file. The map is not changed after it was handed over. */
  record Fields(int line, Map<String, Field> byKey) implements YamlNode {}

  /** A key's own line, and its value. */
  record Field(int line, YamlNode value) {}
}
