package dev.parley.war.tool;

import dev.parley.war.wire.Arguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The arguments a tool takes, for reading them. Many models fill in every string they know of, so
 * an empty one that may be left out counts as left out.
 *
 * @param schema the schema that clients get
 * @param known the names of all arguments
 * @param closed whether any other is refused; else it is passed over
 * @param mayBeEmpty those that are strings and never required
 * @param namesTheCaller whether one of them says who calls
 */
record ToolParameters(
    Map<String, Object> schema,
    Set<String> known,
    boolean closed,
    Set<String> mayBeEmpty,
    boolean namesTheCaller) {

  /** Copies the sets. */
  ToolParameters {
    known = Set.copyOf(known);
    mayBeEmpty = Set.copyOf(mayBeEmpty);
  }

  /** The input of {@code params}, and of any other argument unless {@code closed}. */
  static ToolParameters of(boolean closed, List<Param<?>> params) {
    ObjectSchema schema = ObjectSchema.object();
    for (Param<?> param : params) {
      if (param.isRequired()) {
        schema.with(param.name(), param.schema());
      } else {
        schema.optionally(param.name(), param.schema());
      }
    }
    return new ToolParameters(
        closed ? schema.closed() : schema.open(),
        names(params, param -> true),
        closed,
        names(params, Param::mayBeEmpty),
        params.contains(Caller.AGENT));
  }

  private static Set<String> names(List<Param<?>> params, Predicate<Param<?>> which) {
    return params.stream().filter(which).map(Param::name).collect(Collectors.toSet());
  }

  /**
   * Returns what a client gave, as far as it is not left out.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a name that is not
   *     known
   */
  Arguments read(Map<String, Object> given) {
    Map<String, Object> filled = given;
    for (Map.Entry<String, Object> argument : given.entrySet()) {
      if ("".equals(argument.getValue()) && mayBeEmpty.contains(argument.getKey())) {
        filled = filled == given ? new LinkedHashMap<>(given) : filled;
        filled.remove(argument.getKey());
      }
    }
    return closed ? Arguments.of(filled, known) : Arguments.ofAny(filled);
  }
}
