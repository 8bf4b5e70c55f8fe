package dev.parley.war.tool;

import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One argument of a tool. Its schema for clients, its reading and its refusal are one declaration,
 * so they cannot differ. The twin of {@link RecordSchema} for results.
 *
 * @param name the name on the wire
 * @param schema the schema that clients get
 * @param isRequired whether a call without it is refused
 * @param mayBeEmpty whether an empty string counts as left out
 * @param form what it must be, as a refusal says it
 * @param reading the value, if one was given
 */
record Param<T>(
    String name,
    Map<String, Object> schema,
    boolean isRequired,
    boolean mayBeEmpty,
    String form,
    Function<Arguments, Optional<T>> reading) {

  /** A text that {@code type} makes something of, or refuses. */
  static <T> Param<T> required(String name, Function<String, T> type, Map<String, Object> schema) {
    return optional(name, type, schema).asRequired();
  }

  /** A text that {@code type} makes something of, or refuses, and that may be left out. */
  static <T> Param<T> optional(String name, Function<String, T> type, Map<String, Object> schema) {
    return text(name, schema, arguments -> arguments.optionalValue(name, type));
  }

  /** A text that the value it becomes part of refuses beyond {@code most} UTF-16 units. */
  static Param<String> text(String name, int most, String description) {
    return optional(name, Function.identity(), JsonTypes.text(most, description));
  }

  /** A text that is refused beyond {@code most} UTF-16 units as soon as it is read. */
  static Param<String> bounded(String name, int most, String description) {
    Function<String, String> bound = text -> TextLimits.text(name, text, most);
    return optional(name, bound, JsonTypes.text(most, description));
  }

  /** A text that is read in a way of its own. */
  static <T> Param<T> text(
      String name, Map<String, Object> schema, Function<Arguments, Optional<T>> reading) {
    return new Param<>(name, schema, false, true, "a string", reading);
  }

  /** A whole number whose bound is held where it is used. */
  static Param<Long> integer(String name, long least, String description) {
    return integer(
        name, JsonTypes.integer(least, description), arguments -> arguments.integer(name));
  }

  /** A whole number that is refused beyond its bounds. */
  static Param<Long> integer(String name, long least, long most, String description) {
    return integer(
        name,
        JsonTypes.integer(least, most, description),
        arguments ->
            arguments.integer(name).map(number -> TextLimits.range(name, number, least, most)));
  }

  /** A whole number that is read in a way of its own. */
  static <T> Param<T> integer(
      String name, Map<String, Object> schema, Function<Arguments, Optional<T>> reading) {
    return new Param<>(name, schema, false, false, "a whole number", reading);
  }

  /** True or false; false where it is left out. */
  static Param<Boolean> flag(String name, String description) {
    return new Param<>(
        name,
        JsonTypes.flag(description),
        false,
        false,
        "true or false",
        arguments -> Optional.of(arguments.flag(name)));
  }

  /** Texts that {@code type} makes something of; none where they are left out. */
  static <T> Param<List<T>> list(
      String name, Function<String, T> type, Map<String, Object> schema) {
    return new Param<>(
        name,
        schema,
        false,
        false,
        "an array of strings",
        arguments -> Optional.of(arguments.values(name, type)));
  }

  /** Strings by their keys; none where they are left out. */
  static Param<Map<String, String>> texts(String name, Map<String, Object> schema) {
    return new Param<>(
        name,
        schema,
        false,
        false,
        "an object of strings",
        arguments -> Optional.of(arguments.texts(name)));
  }

  /** The same, and a call without it is refused. */
  Param<T> asRequired() {
    return new Param<>(name, schema, true, false, form, reading);
  }

  /** The same, and it may be left out; an empty string still is what it was. */
  Param<T> asOptional() {
    return new Param<>(name, schema, false, mayBeEmpty, form, reading);
  }

  /**
   * Returns the value.
   *
   * @throws ParleyException {@code invalid_argument} where there is none, and for a wrong one
   */
  T get(Arguments arguments) {
    return find(arguments).orElseThrow(() -> Arguments.missing(name, form));
  }

  /**
   * Returns the value, if one was given.
   *
   * @throws ParleyException {@code invalid_argument} for a wrong one
   */
  Optional<T> find(Arguments arguments) {
    return reading.apply(arguments);
  }
}
