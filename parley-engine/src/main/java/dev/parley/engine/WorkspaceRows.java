package dev.parley.engine;

import dev.parley.engine.persistence.Transactions;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The workspaces that have rows. A read steps through an index from one workspace to the next, so
 * it costs a lookup for each workspace, however many rooms and sessions that has.
 */
final class WorkspaceRows {
  private static final String OF_ROOMS =
      "SELECT r.workspace FROM Room r WHERE r.workspace > :after ORDER BY r.workspace";
  private static final String OF_SESSIONS =
      "SELECT s.workspace FROM Session s WHERE s.workspace > :after ORDER BY s.workspace";

  /** Credentials and connections are few, and have no index of workspaces. */
  private static final String OF_CREDENTIALS =
      "SELECT DISTINCT c.workspace FROM Credential c WHERE c.revokedAt IS NULL";

  private static final String OF_CONNECTIONS = "SELECT DISTINCT c.workspace FROM KeptConnection c";

  private final Transactions transactions;
  private final int limit;

  /**
   * Reads over a database.
   *
   * @param limit the maximum number of workspaces that are read of one table
   */
  WorkspaceRows(Transactions transactions, int limit) {
    this.transactions = transactions;
    this.limit = limit;
  }

  /** Returns those with a room or a session. */
  Set<WorkspaceId> used() {
    return transactions.read(this::used);
  }

  /** Returns those with a room, a session, a credential, or a connection of any node. */
  Set<WorkspaceId> all() {
    return transactions.read(
        entities -> {
          Set<WorkspaceId> all = used(entities);
          addNames(all, first(entities, OF_CREDENTIALS));
          addNames(all, first(entities, OF_CONNECTIONS));
          return all;
        });
  }

  private Set<WorkspaceId> used(EntityManager entities) {
    Set<WorkspaceId> used = new HashSet<>();
    addSteps(used, entities, OF_ROOMS);
    addSteps(used, entities, OF_SESSIONS);
    return used;
  }

  private void addSteps(Set<WorkspaceId> to, EntityManager entities, String next) {
    String last = "";
    for (int i = 0; i < limit; i++) {
      List<String> following =
          entities
              .createQuery(next, String.class)
              .setParameter("after", last)
              .setMaxResults(1)
              .getResultList();
      if (following.isEmpty()) {
        return;
      }
      addNames(to, following);
      last = following.get(0);
    }
  }

  private List<String> first(EntityManager entities, String names) {
    return entities.createQuery(names, String.class).setMaxResults(limit).getResultList();
  }

  private static void addNames(Set<WorkspaceId> to, List<String> names) {
    names.stream().map(WorkspaceId::new).forEach(to::add);
  }
}
