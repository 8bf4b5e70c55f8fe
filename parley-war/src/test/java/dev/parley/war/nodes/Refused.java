package dev.parley.war.nodes;

import dev.parley.war.testing.ToolAnswer;
import java.util.Set;

/** What an agent may be told during an outage. */
public final class Refused {
  private static final Set<String> PASSING = Set.of("unavailable", "internal_error");

  private Refused() {}

  /** Fails where trying again does not help. */
  public static void check(ToolAnswer refusal) {
    if (!PASSING.contains(refusal.code())) {
      throw new AssertionError("not to be tried again: " + refusal.text());
    }
  }
}
