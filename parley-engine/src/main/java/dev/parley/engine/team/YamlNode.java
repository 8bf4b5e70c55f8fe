package dev.parley.engine.team;

import java.util.List;
import java.util.Map;

/** A piece of YAML with its line. */
sealed interface YamlNode {
  /** Returns its first line, from 1. */
  int line();

  /** The type a text without quotes can have. */
  enum Meaning {
    TEXT,
    NUMBER,
    TRUE,
    FALSE,
    NOTHING
  }

  /** One text, as written. */
  record Scalar(int line, String text, Meaning meaning) implements YamlNode {}

  /** A list. */
  record Items(int line, List<YamlNode> nodes) implements YamlNode {
    public Items {
      nodes = List.copyOf(nodes);
    }
  }

  /** Values by key, in the order of the file. The map does not change after construction. */
  record Fields(int line, Map<String, Field> byKey) implements YamlNode {}

  /** A key's own line, and its value. */
  record Field(int line, YamlNode value) {}
}
