package dev.parley.bridge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A JSON value for the programs beside the bridge, which look into files and answers. Immutable.
 */
public final class JsonValue {
  private final JsonText text;

  private JsonValue(JsonText text) {
    this.text = text;
  }

  static JsonValue of(JsonText text) {
    return new JsonValue(text);
  }

  /** The value that is the whole of {@code utf8}; an {@link IOException} where it is none. */
  public static JsonValue parse(byte[] utf8) throws IOException {
    try {
      return new JsonValue(JsonText.parse(utf8));
    } catch (MalformedJson broken) {
      throw new IOException("not JSON: " + broken.getMessage(), broken);
    }
  }

  /** Returns {@code plain} as a JSON string, quotation marks included. */
  public static String quoted(String plain) {
    return JsonText.quoted(plain);
  }

  /** The member reached by these names one below the other. */
  public Optional<JsonValue> at(String... path) {
    return Optional.ofNullable(text.member(path)).map(JsonValue::new);
  }

  /** The string reached by these names; empty where there is none or something else. */
  public Optional<String> text(String... path) {
    return Optional.ofNullable(text.textAt(path));
  }

  /** This string; empty where it is something else. */
  public Optional<String> string() {
    return text.isString() ? Optional.of(text.string()) : Optional.empty();
  }

  /** Returns whether the member reached by these names is true. */
  public boolean isTrue(String... path) {
    return at(path).filter(found -> found.text.isTrue()).isPresent();
  }

  /** Returns whether the member reached by these names is false. */
  public boolean isFalse(String... path) {
    return at(path).filter(found -> found.text.raw().equals("false")).isPresent();
  }

  /** The whole number reached by these names; empty where there is none or something else. */
  public Optional<Long> number(String... path) {
    Optional<JsonValue> found = at(path).filter(value -> value.text.isNumber());
    try {
      return found.map(value -> Long.valueOf(value.text.raw()));
    } catch (NumberFormatException notWhole) {
      return Optional.empty();
    }
  }

  /** The elements of an array; none where this is something else. */
  public List<JsonValue> elements() {
    return text.elements().stream().map(JsonValue::new).toList();
  }

  /** The names of an object's members, in their order; none where this is something else. */
  public List<String> names() {
    return text.names();
  }

  /** The value as it was written. */
  public String raw() {
    return text.raw();
  }

  @Override
  public String toString() {
    return raw();
  }
}
