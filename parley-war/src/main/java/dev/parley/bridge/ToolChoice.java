package dev.parley.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tool sets a bridge offers, which the address of the endpoint says: one by its path, several
 * by its query.
 *
 * @param sets the chosen sets, in the order of {@link #SETS}; none for every tool there is
 */
record ToolChoice(List<String> sets) {
  /** The word for every tool. */
  static final String ALL = "all";

  /** The sets there are. */
  static final List<String> SETS = List.of("rooms", "bus", "team", "inbox");

  private static final String QUERY = "tools=";

  /** Returns the choice of {@code words}, which has commas between the sets. */
  static ToolChoice of(String words) {
    TreeSet<String> named = new TreeSet<>();
    for (String word : words.split(",", -1)) {
      String set = word.strip().toLowerCase(Locale.ROOT);
      if (!set.isEmpty() && !SETS.contains(set) && !set.equals(ALL)) {
        throw refused("not " + set);
      }
      named.add(set);
    }
    named.remove("");
    if (named.isEmpty()) {
      throw refused("and not nothing");
    }
    List<String> sets = new ArrayList<>(SETS);
    sets.retainAll(named);
    return new ToolChoice(named.contains(ALL) ? List.of() : List.copyOf(sets));
  }

  /** Returns the choice that the path of an endpoint, with its query, says. */
  static ToolChoice in(String path) {
    int query = path.indexOf('?');
    if (query >= 0) {
      return ofQuery(path.substring(query + 1));
    }
    String last = path.substring(path.lastIndexOf('/') + 1);
    return new ToolChoice(SETS.contains(last) ? List.of(last) : List.of());
  }

  /** Returns the choice of the query of an address. */
  static ToolChoice ofQuery(@Nullable String query) {
    if (query == null || !query.startsWith(QUERY)) {
      throw new IllegalArgumentException(
          "the query of --url is tools=SETS, for example tools=rooms,inbox");
    }
    return of(query.substring(QUERY.length()));
  }

  private static IllegalArgumentException refused(String instead) {
    return new IllegalArgumentException(
        "--tools is rooms, bus, team, inbox, several of them with commas, or all, " + instead);
  }

  /**
   * Returns the path of an endpoint that offers this, below the path of the one that offers all.
   */
  String below(String path) {
    return switch (sets.size()) {
      case 0 -> path;
      case 1 -> path.concat("/").concat(sets.get(0));
      default -> path.concat("?").concat(QUERY).concat(name());
    };
  }

  /** Returns the sets with commas between them, or the word for all. */
  String name() {
    return sets.isEmpty() ? ALL : String.join(",", sets);
  }
}
