package dev.parley.war.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON Schema of an object, written down as it is read. */
final class ObjectSchema {
  private static final String SUCCESS = "success";

  private final Map<String, Object> properties = new LinkedHashMap<>();
  private final List<String> required = new ArrayList<>();

  private ObjectSchema() {}

  static ObjectSchema object() {
    return new ObjectSchema();
  }

  /** A property that is always there. */
  ObjectSchema with(String name, Map<String, Object> schema) {
    required.add(name);
    properties.put(name, schema);
    return this;
  }

  ObjectSchema optionally(String name, Map<String, Object> schema) {
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

  /** The schema of what a tool answers: this, or the one refusal shape. */
  Map<String, Object> orRefusal() {
    return anyOrRefusal(List.of(this));
  }

  /**
   * The schema of what a tool answers: one of these, or the one refusal shape. Clients hold
   * refusals against the output schema too, and some throw away the ones that do not fit. The
   * fields of a refusal are described once, in the instructions, and not in each schema.
   */
  static Map<String, Object> anyOrRefusal(List<ObjectSchema> answers) {
    Map<String, Object> either = new LinkedHashMap<>();
    List<Object> forms = new ArrayList<>();
    for (ObjectSchema answer : answers) {
      answer.properties.forEach(either::putIfAbsent);
      forms.add(answer.form());
    }
    forms.add(Map.of("required", List.of("error", "code")));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", either);
    schema.put("anyOf", forms);
    return schema;
  }

  /**
   * Returns the form of an answer. A field of its own distinguishes an answer from a refusal;
   * without one, success has to be true.
   */
  private Map<String, Object> form() {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("required", required);
    if (required.equals(List.of(SUCCESS))) {
      form.put("properties", Map.of(SUCCESS, Map.of("const", true)));
    }
    return form;
  }
}
