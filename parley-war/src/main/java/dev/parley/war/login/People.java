package dev.parley.war.login;

import dev.parley.id.AgentId;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names under which people came to the page since the server started. Safe for any thread. */
public final class People {
  private static final int MAX_NAMES = 10_000;

  private final Set<AgentId> names = new LinkedHashSet<>();

  /** Notes a name; past a bound the oldest is forgotten. */
  synchronized void note(AgentId person) {
    names.add(person);
    if (names.size() > MAX_NAMES) {
      names.remove(names.iterator().next());
    }
  }

  /** Returns whether a person came under {@code name}. */
  public synchronized boolean has(AgentId name) {
    return names.contains(name);
  }
}
