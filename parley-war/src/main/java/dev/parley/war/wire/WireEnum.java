package dev.parley.war.wire;

import dev.parley.problem.InvalidArgument;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The constants of an enum by the names they have on the wire.
 *
 * @param constants those that may be named
 * @param name how each is named
 */
public record WireEnum<E>(List<E> constants, Function<E, String> name) {

  /** Returns an enum of {@code constants}, each named by {@code name}. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> WireEnum<E> of(Function<E, String> name, E... constants) {
    return new WireEnum<>(List.of(constants), name);
  }

  /** All names. */
  public List<String> names() {
    return constants.stream().map(name).toList();
  }

  /** The schema of one of them. */
  public Map<String, Object> schema(String description) {
    return JsonTypes.choice(names(), description);
  }

  /**
   * The constant of that name.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where there is none
   */
  public E read(String text) {
    Stream<E> named = constants.stream().filter(constant -> name.apply(constant).equals(text));
    return named
        .findFirst()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    "value",
                    "it must be one of " + String.join(", ", names()),
                    Map.of("allowed", names())));
  }
}
