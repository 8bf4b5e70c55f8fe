package dev.parley.war.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schemas of the properties of objects, each a map of its own that may be added to. */
public final class JsonTypes {
  private static final String STRING = "string";

  private JsonTypes() {}

  /** A string whose name says what it is. */
  public static Map<String, Object> string() {
    return typed(STRING, Map.of());
  }

  public static Map<String, Object> string(String description) {
    return typed(STRING, description);
  }

  /** A string of at most so many characters. */
  public static Map<String, Object> text(int most, String description) {
    return with(string(description), "maxLength", most);
  }

  /** A string of a form, whose name says what it is. */
  public static Map<String, Object> pattern(String pattern) {
    return with(string(), "pattern", pattern);
  }

  /** A string of a form. */
  public static Map<String, Object> pattern(String pattern, String description) {
    return with(string(description), "pattern", pattern);
  }

  /** A string that is one of these. */
  public static Map<String, Object> choice(List<String> values, String description) {
    return with(string(description), "enum", values);
  }

  /** A whole number whose name says what it is. */
  public static Map<String, Object> integer() {
    return typed("integer", Map.of());
  }

  public static Map<String, Object> integer(String description) {
    return typed("integer", description);
  }

  /** A whole number of at least {@code least}. */
  public static Map<String, Object> integer(long least, String description) {
    return with(integer(description), "minimum", least);
  }

  /** A whole number within these bounds. */
  public static Map<String, Object> integer(long least, long most, String description) {
    return with(integer(least, description), "maximum", most);
  }

  /** True or false, whose name says what it is. */
  public static Map<String, Object> flag() {
    return typed("boolean", Map.of());
  }

  public static Map<String, Object> flag(String description) {
    return typed("boolean", description);
  }

  /** An object whose fields are described elsewhere. */
  public static Map<String, Object> object(String description) {
    return typed("object", description);
  }

  /** Strings by names. */
  public static Map<String, Object> texts() {
    return with(typed("object", Map.of()), "additionalProperties", string());
  }

  /** Strings by names, at most {@code most} of them. */
  public static Map<String, Object> texts(int most, int longest, String description) {
    Map<String, Object> schema = typed("object", description);
    schema.put("maxProperties", most);
    return with(schema, "additionalProperties", typed(STRING, Map.of("maxLength", longest)));
  }

  /** An array whose items are as {@code items} says. */
  public static Map<String, Object> arrayOf(Map<String, Object> items) {
    return typed("array", Map.of("items", items));
  }

  /** An array of at most {@code most} such items. */
  public static Map<String, Object> arrayOf(
      Map<String, Object> items, int most, String description) {
    return with(with(typed("array", description), "items", items), "maxItems", most);
  }

  /** The same, or null; in branches of one type each, which more clients understand. */
  public static Map<String, Object> orNull(Map<String, Object> schema) {
    Map<String, Object> present = new LinkedHashMap<>(schema);
    Map<String, Object> either = new LinkedHashMap<>();
    Object description = present.remove("description");
    if (description != null) {
      either.put("description", description);
    }
    either.put("anyOf", List.of(present, Map.of("type", "null")));
    return either;
  }

  private static Map<String, Object> typed(String type, String description) {
    return typed(type, Map.of("description", description));
  }

  private static Map<String, Object> typed(String type, Map<String, Object> more) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", type);
    schema.putAll(more);
    return schema;
  }

  private static Map<String, Object> with(Map<String, Object> schema, String name, Object value) {
    schema.put(name, value);
    return schema;
  }
}
