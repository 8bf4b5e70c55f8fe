package dev.parley.war.login;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names under which people came to the page since the server started. Safe for any thread. */
public final class People {
  private static final int MAX_NAMES = 10_000;

  private final Set<Person> names = new LinkedHashSet<>();

  private record Person(WorkspaceId workspace, AgentId name) {}

  /** Notes a name; past a bound the oldest is forgotten. */
  synchronized void note(WorkspaceId workspace, AgentId person) {
    names.add(new Person(workspace, person));
    if (names.size() > MAX_NAMES) {
      names.remove(names.iterator().next());
    }
  }

  /** Returns true if a person came to {@code workspace} under {@code name}. */
  public synchronized boolean has(WorkspaceId workspace, AgentId name) {
    return names.contains(new Person(workspace, name));
  }
}
