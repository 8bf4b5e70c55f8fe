package dev.parley.war.tool;

import dev.parley.problem.InvalidArgument;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The arguments of a call, as the client sent them: of any name and any type until asked for. */
public final class Arguments {
  private final Map<String, Object> given;

  private Arguments(Map<String, Object> given) {
    this.given = given;
  }

  /**
   * The arguments a tool with these properties may be given.
   *
   * @throws dev.parley.ParleyException {@code invalid_argument}, naming the first one unknown
   */
  static Arguments of(Map<String, Object> given, Set<String> known) {
    for (String name : new TreeSet<>(given.keySet())) {
      if (!known.contains(name)) {
        throw InvalidArgument.refusal(
            name,
            "this tool has no such argument",
            Map.of("known", List.copyOf(new TreeSet<>(known))));
      }
    }
    return new Arguments(given);
  }

  /** The text of {@code name}; refused where it is absent or no text. */
  public String text(String name) {
    return optionalText(name)
        .orElseThrow(() -> InvalidArgument.refusal(name, "it is missing; it must be a string"));
  }

  /** The text of {@code name}, if it was given; refused where it is no text. */
  public Optional<String> optionalText(String name) {
    Object value = given.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw InvalidArgument.refusal(name, "it must be a string");
  }
}
