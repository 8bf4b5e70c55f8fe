package dev.parley.war.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON Schema of an object, written down as it is read. */
final class Schema {
  private final Map<String, Object> properties = new LinkedHashMap<>();
  private final List<String> required = new ArrayList<>();

  private Schema() {}

  static Schema object() {
    return new Schema();
  }

  /** An array whose items are as {@code items} says. */
  static Map<String, Object> arrayOf(Map<String, Object> items) {
    return typed("array", Map.of("items", items));
  }

  static Map<String, Object> string(String description) {
    return typed("string", Map.of("description", description));
  }

  static Map<String, Object> integer(String description) {
    return typed("integer", Map.of("description", description));
  }

  /** A property that is always there. */
  Schema with(String name, Map<String, Object> schema) {
    required.add(name);
    return optionally(name, schema);
  }

  Schema optionally(String name, Map<String, Object> schema) {
    properties.put(name, schema);
    return this;
  }

  /** The schema; no further properties are allowed. */
  Map<String, Object> closed() {
    Map<String, Object> schema = open();
    schema.put("additionalProperties", false);
    return schema;
  }

  /** The schema; further properties may be added one day. */
  Map<String, Object> open() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    return schema;
  }

  /**
   * The schema of what a tool answers: this, or the one refusal shape. Clients hold refusals
   * against the output schema too, and some throw away the ones that do not fit.
   */
  Map<String, Object> orRefusal() {
    Map<String, Object> either = new LinkedHashMap<>(properties);
    either.put(
        "success", typed("boolean", Map.of("description", "False where the call was refused.")));
    either.put("error", string("What was wrong, in a sentence to act on."));
    either.put("code", string("What was wrong, in a word that stays the same."));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", either);
    schema.put(
        "anyOf",
        List.of(
            Map.of("required", required), Map.of("required", List.of("success", "error", "code"))));
    return schema;
  }

  private static Map<String, Object> typed(String type, Map<String, Object> more) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    schema.putAll(more);
    return schema;
  }
}
