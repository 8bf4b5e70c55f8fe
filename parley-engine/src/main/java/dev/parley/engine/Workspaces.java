package dev.parley.engine;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The workspaces of this node: those that have rows, and those that somebody connected to. */
final class Workspaces {
  private final int limit;
  private final WorkspaceRows rows;
  private final Set<WorkspaceId> known = new HashSet<>(Set.of(WorkspaceId.DEFAULT));
  private boolean loaded;

  /**
   * At most {@code limit} workspaces.
   *
   * @param rows the workspaces that have rows; to admit, they are asked once, for the first one
   *     that is not the default
   */
  Workspaces(int limit, WorkspaceRows rows) {
    this.limit = limit;
    this.rows = rows;
  }

  /**
   * Returns the workspaces there are, in the order of their names: the default one, those that have
   * rows, and those of {@code connections} that are agents.
   */
  List<WorkspaceId> list(Collection<LiveConnection> connections) {
    Set<WorkspaceId> all = rows.all();
    all.add(WorkspaceId.DEFAULT);
    connections.stream()
        .filter(connection -> !connection.observes())
        .map(LiveConnection::workspace)
        .forEach(all::add);
    return all.stream().sorted(Comparator.comparing(WorkspaceId::value)).toList();
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
      known.addAll(rows.used());
      loaded = true;
    }
    if (known.size() >= limit && !known.contains(workspace)) {
      throw new ParleyException(new ServerFull("workspaces", limit));
    }
    known.add(workspace);
  }
}
