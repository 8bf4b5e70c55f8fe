package dev.parley.engine;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** The workspaces of this node: those that have rows, and those that somebody connected to. */
final class Workspaces {
  private final int limit;
  private final Supplier<Collection<WorkspaceId>> stored;
  private final Set<WorkspaceId> known = new HashSet<>(Set.of(WorkspaceId.DEFAULT));
  private boolean loaded;

  /**
   * At most {@code limit} workspaces.
   *
   * @param stored the workspaces that have rows; asked once, for the first one that is not the
   *     default
   */
  Workspaces(int limit, Supplier<Collection<WorkspaceId>> stored) {
    this.limit = limit;
    this.stored = stored;
  }

  /**
   * Lets {@code workspace} be used.
   *
   * @throws ParleyException {@code limit_reached} for a new one past the limit
   */
  synchronized void admit(WorkspaceId workspace) {
    if (known.contains(workspace)) {
      return;
    }
    if (!loaded) {
      known.addAll(stored.get());
      loaded = true;
    }
    if (known.size() >= limit && !known.contains(workspace)) {
      throw new ParleyException(new ServerFull("workspaces", limit));
    }
    known.add(workspace);
  }
}
