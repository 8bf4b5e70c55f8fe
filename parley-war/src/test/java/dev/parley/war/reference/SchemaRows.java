package dev.parley.war.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The properties of a JSON Schema as rows of a table. A property of an object in a list is shown
 * with the way to it: {@code tasks[].id}.
 */
public final class SchemaRows {
  private static final String PROPERTIES = "properties";
  private static final String OBJECT = "object";

  /** The words of bounds, by keyword, in the order they are shown. */
  private static final Map<String, String> BOUNDS = bounds();

  private final Function<String, String> reference;
  private final List<Property> all = new ArrayList<>();

  /**
   * One property.
   *
   * @param name its name, with the way to it
   * @param always whether the object always has it
   * @param type its type, as AsciiDoc
   * @param bounds its bounds, as AsciiDoc; empty without any
   * @param meaning its description, as AsciiDoc; empty without one
   */
  public record Property(String name, boolean always, String type, String bounds, String meaning) {
    /** Returns type and bounds in one cell. */
    public String typeAndBounds() {
      return bounds.isEmpty() ? type : type + ", " + bounds;
    }
  }

  private SchemaRows(Function<String, String> reference) {
    this.reference = reference;
  }

  /**
   * Reads a schema.
   *
   * @param reference makes AsciiDoc of the name of a schema that is referred to
   */
  public static List<Property> of(Map<String, ?> schema, Function<String, String> reference) {
    SchemaRows rows = new SchemaRows(reference);
    rows.add("", schema);
    return rows.all;
  }

  /** Reads a schema that refers to no other. */
  public static List<Property> of(Map<String, ?> schema) {
    return of(schema, AsciiDoc::code);
  }

  private void add(String way, Map<String, ?> schema) {
    Set<Object> required = new LinkedHashSet<>(list(schema.get("required")));
    Object properties = schema.get(PROPERTIES);
    map(properties == null ? Map.of() : properties)
        .forEach(
            (name, value) -> {
              Map<String, Object> property = map(value);
              String named = way + name;
              all.add(
                  new Property(
                      named,
                      required.contains(name),
                      type(property),
                      bounds(property),
                      meaning(property)));
              below(named, property);
            });
  }

  /** Returns the description of a property; without one, that of the items of a list. */
  private static String meaning(Map<String, Object> property) {
    Object text = property.get("description");
    if (text == null && property.get("items") instanceof Map<?, ?> items) {
      text = items.get("description");
    }
    return text == null ? "" : AsciiDoc.words(String.valueOf(text));
  }

  private void below(String named, Map<String, Object> property) {
    if (property.containsKey(PROPERTIES)) {
      add(named + ".", property);
    }
    if (property.get("items") instanceof Map<?, ?> items) {
      below(named + "[]", map(items));
    }
    for (String choice : List.of("anyOf", "oneOf")) {
      list(property.get(choice)).forEach(one -> below(named, map(one)));
    }
  }

  /** Returns the type of a schema, as AsciiDoc. */
  public static String type(Map<String, ?> schema, Function<String, String> reference) {
    return new SchemaRows(reference).type(schema);
  }

  private String type(Map<String, ?> schema) {
    if (schema.get("$ref") instanceof String name) {
      return reference.apply(name.substring(name.lastIndexOf('/') + 1));
    }
    for (String choice : List.of("anyOf", "oneOf")) {
      if (schema.containsKey(choice)) {
        return list(schema.get(choice)).stream()
            .map(one -> typeAndBounds(map(one)))
            .distinct()
            .collect(Collectors.joining(" or "));
      }
    }
    if (schema.containsKey("allOf")) {
      return list(schema.get("allOf")).stream()
          .map(one -> type(map(one)))
          .collect(Collectors.joining(" with "));
    }
    if (schema.get("type") instanceof List<?> types) {
      return types.stream().map(one -> named(one, schema)).collect(Collectors.joining(" or "));
    }
    return named(schema.get("type"), schema);
  }

  private String named(Object type, Map<String, ?> schema) {
    if (type == null) {
      return schema.containsKey("enum") || schema.containsKey("const") ? "string" : "any";
    }
    if (type.equals("array") && schema.get("items") instanceof Map<?, ?> items) {
      return "array of " + typeAndBounds(map(items));
    }
    if (type.equals(OBJECT) && schema.get("additionalProperties") instanceof Map<?, ?> values) {
      return "object of " + typeAndBounds(map(values));
    }
    return String.valueOf(type);
  }

  private String typeAndBounds(Map<String, Object> schema) {
    String bounds = bounds(schema);
    String type = type(schema);
    return bounds.isEmpty() ? type : type + " (" + bounds + ")";
  }

  private static String bounds(Map<String, ?> schema) {
    List<String> shown = new ArrayList<>();
    Map<String, Object> left = new LinkedHashMap<>(schema);
    if (left.containsKey("minimum") && left.containsKey("maximum")) {
      shown.add(left.remove("minimum") + " to " + left.remove("maximum"));
    }
    if (left.containsKey("minLength") && left.containsKey("maxLength")) {
      shown.add(left.remove("minLength") + " to " + left.remove("maxLength") + " characters");
    }
    if (Integer.valueOf(1).equals(left.get("minLength"))) {
      left.remove("minLength");
      shown.add("not empty");
    }
    BOUNDS.forEach(
        (keyword, words) -> {
          Object value = left.get(keyword);
          if (value != null) {
            shown.add(words.formatted(value instanceof String text ? AsciiDoc.code(text) : value));
          }
        });
    if (schema.get("enum") instanceof List<?> values) {
      shown.add(
          values.stream()
              .map(value -> AsciiDoc.code(String.valueOf(value)))
              .collect(Collectors.joining(", ")));
    }
    return String.join(", ", shown);
  }

  private static Map<String, String> bounds() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("const", "always %s");
    words.put("format", "%s");
    words.put("minimum", "at least %s");
    words.put("maximum", "at most %s");
    words.put("minLength", "at least %s characters");
    words.put("maxLength", "at most %s characters");
    words.put("minItems", "at least %s");
    words.put("maxItems", "at most %s");
    words.put("maxProperties", "at most %s");
    words.put("pattern", "%s");
    words.put("default", "default %s");
    return words;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object said) {
    return (Map<String, Object>) said;
  }

  private static List<?> list(Object said) {
    return said instanceof List<?> values ? values : List.of();
  }
}
