package dev.parley.war.tool;

import dev.parley.problem.InvalidArgument;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import java.util.Map;
import java.util.Optional;

/**
 * A whole number that a tool takes: its schema and its refusal have the same bounds.
 *
 * @param name the argument
 * @param least the smallest that is taken
 * @param most the largest that is taken
 */
record WholeNumber(String name, long least, long most) {

  /** Returns the schema. */
  Map<String, Object> schema(String description) {
    return JsonTypes.integer(least, most, description);
  }

  /**
   * Returns the number, if one was given.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} beyond the bounds
   */
  Optional<Long> in(Arguments arguments) {
    Optional<Long> number = arguments.integer(name);
    if (number.isPresent() && (number.get() < least || number.get() > most)) {
      throw InvalidArgument.refusal(
          name, "it must be " + least + " to " + most, Map.of("least", least, "limit", most));
    }
    return number;
  }

  /** Returns the number, or {@code other} where none was given. */
  int orElse(Arguments arguments, int other) {
    return in(arguments).map(Math::toIntExact).orElse(other);
  }
}
