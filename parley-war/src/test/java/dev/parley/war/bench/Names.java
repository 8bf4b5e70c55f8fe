package dev.parley.war.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Names as they are given on the command line: whole, or how those of several begin. */
final class Names {
  private Names() {}

  static List<String> beginningWith(List<String> beginnings, Collection<String> all) {
    List<String> chosen = new ArrayList<>();
    for (String beginning : beginnings) {
      List<String> names = all.stream().filter(name -> name.startsWith(beginning)).toList();
      if (names.isEmpty()) {
        throw new IllegalArgumentException(beginning + " is none of " + all);
      }
      chosen.addAll(names);
    }
    return chosen;
  }
}
