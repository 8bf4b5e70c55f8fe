package dev.parley.problem;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A task cannot be done before its gates are open.
 *
 * @param open the gates that have not passed, for example {@code review:qa}
 * @param conditions the condition of each of them, in words
 */
public record GatesOpen(List<String> open, List<String> conditions) implements Problem {
  private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{C}\\p{Z}\\s]+");

  /** Copies the lists. */
  public GatesOpen {
    open = List.copyOf(open);
    conditions = List.copyOf(conditions);
    if (open.size() != conditions.size()) {
      throw new IllegalArgumentException("each gate has one condition");
    }
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.GATES_OPEN;
  }

  @Override
  public String message() {
    return IntStream.range(0, open.size())
        .mapToObj(i -> quoted(open.get(i)) + " needs " + conditions.get(i))
        .collect(Collectors.joining("; ", "Open gates: ", ". The task stays as it is."));
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("open", open);
  }

  /**
   * Quotes a gate on one line and without quotation marks of its own: the name of an artifact is
   * the text of some agent, and goes on as nothing else.
   */
  private static String quoted(String gate) {
    return "'" + NOT_SHOWN.matcher(gate).replaceAll(" ").strip().replace('\'', '`') + "'";
  }
}
