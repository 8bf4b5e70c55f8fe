package dev.parley.war.tool;

import dev.parley.problem.InvalidArgument;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The tool sets one client chose to have together. */
public final class ToolSelection {
  /** The parameter of an address that names the sets. */
  public static final String PARAMETER = "tools";

  /** The name that stands for every tool. */
  public static final String ALL = "all";

  private static final Pattern COMMA = Pattern.compile(",");

  private ToolSelection() {}

  /**
   * Returns the sets of {@code names} as one: the same for every order of the names, and named by
   * them in the order of {@link AllTools#sets}.
   *
   * @param names names of sets with commas between them, or {@code all}
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a name that is none,
   *     and for no name at all
   */
  public static ToolSet of(String names) {
    Set<String> chosen = new TreeSet<>(COMMA.splitAsStream(names).map(String::strip).toList());
    chosen.remove("");
    List<String> known = AllTools.sets().stream().map(ToolSet::name).toList();
    for (String name : chosen) {
      if (!known.contains(name) && !name.equals(ALL)) {
        throw refusal("there is no tool set '" + shown(name) + "'", known);
      }
    }
    if (chosen.isEmpty()) {
      throw refusal("it names no tool set", known);
    }
    return chosen.contains(ALL)
        ? AllTools.set()
        : AllTools.union(
            AllTools.sets().stream().filter(set -> chosen.contains(set.name())).toList());
  }

  private static RuntimeException refusal(String reason, List<String> known) {
    return InvalidArgument.refusal(
        PARAMETER,
        reason + "; the sets are " + String.join(", ", known) + ", and all for every tool",
        Map.of("known", known));
  }

  private static String shown(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_-]", "?");
    return plain.length() > 32 ? plain.substring(0, 32) : plain;
  }
}
