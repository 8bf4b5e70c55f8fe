package dev.parley.engine.permission;

import dev.parley.engine.id.Ulids;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.PermissionId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionRequest;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Permission requests as rows. One statement decides which answer is the first, so that it is the
 * same on every node. A request that ends without an answer has no row any more.
 */
final class PermissionRows {
  private static final String BY_CODE =
      "SELECT p FROM Permission p WHERE p.workspace = :workspace AND p.code = :code";
  private static final String BY_ID =
      "SELECT p FROM Permission p WHERE p.workspace = :workspace AND p.id = :id";
  private static final String OF_CONNECTION =
      "SELECT p FROM Permission p WHERE p.connection = :connection AND p.expiresAt > :now";
  private static final String IS_OVER =
      " p.expiresAt <= :now AND (p.decision IS NULL OR p.expiresAt <= :pushed)";
  private static final String EXPIRED = "SELECT p FROM Permission p WHERE" + IS_OVER;
  private static final String ANSWERED =
      "SELECT p FROM Permission p WHERE p.id IN :ids AND p.decision IS NOT NULL";
  private static final String COUNT =
      "SELECT COUNT(p) FROM Permission p WHERE p.workspace = :workspace AND p.decision IS NULL";
  private static final String COUNT_OF_AGENT = COUNT + " AND p.agent = :agent";
  private static final String OPEN =
      """
      SELECT p.workspace, COUNT(p), MAX(p.id) FROM Permission p
      WHERE p.decision IS NULL GROUP BY p.workspace
      """;
  private static final String MOVE =
      "UPDATE Permission p SET p.connection = :connection, p.run = :run WHERE p.id = :id";
  private static final String ANSWER =
      """
      UPDATE Permission p SET p.decision = :decision, p.answeredBy = :person
      WHERE p.workspace = :workspace AND p.id = :id
        AND p.decision IS NULL AND p.expiresAt > :now
      """;
  private static final String WITHDRAW =
      """
      DELETE FROM Permission p
      WHERE p.id = :id AND p.connection = :connection AND p.run = :run AND p.decision IS NULL
      """;
  private static final String REMOVE_EXPIRED =
      "DELETE FROM Permission p WHERE p.id = :id AND" + IS_OVER;

  /** The rows of one read: each may have some kilobytes. */
  private static final int MAX_AT_ONCE = 100;

  private static final String WHAT = "open permission requests";

  private final Transactions transactions;
  private final PermissionLimits limits;

  /** The run of this node, among all that are over the same rows. */
  private final String run = Ulids.next();

  PermissionRows(Transactions transactions, PermissionLimits limits) {
    this.transactions = transactions;
    this.limits = limits;
  }

  /** The outcome of an answer: the request after it, and whether it was the first answer. */
  record Outcome(StoredPermission stored, boolean isFirst) {}

  /**
   * Stores a request, or moves the same one, which is stored already, to {@code connection}.
   * Requests that are stored at the same moment may exceed a limit together.
   *
   * @throws ParleyException {@code invalid_argument} for the code of another request; {@code
   *     limit_reached}
   */
  StoredPermission put(WorkspaceId workspace, ConnectionId connection, PermissionRequest request) {
    try {
      return transactions.call(
          em ->
              moved(em, workspace, connection, request)
                  .orElseGet(() -> inserted(em, workspace, connection, request)));
    } catch (ConstraintViolated anotherWasFirst) {
      return transactions.call(
          em -> moved(em, workspace, connection, request).orElseThrow(PermissionRows::codeIsTaken));
    }
  }

  /** Moves the same request; empty where it is not stored, or was removed meanwhile. */
  private Optional<StoredPermission> moved(
      EntityManager em, WorkspaceId workspace, ConnectionId connection, PermissionRequest request) {
    Optional<StoredPermission> stored = byCode(em, workspace, request.draft().code());
    if (stored.isEmpty()) {
      return stored;
    }
    StoredPermission there = stored.get();
    if (!there.isFor(request) || !there.request().expiresAt().isAfter(request.askedAt())) {
      throw codeIsTaken();
    }
    return stored.filter(found -> move(em, found.id(), connection));
  }

  /** Moves a request to a connection of this node; returns false where it is not there. */
  private boolean move(EntityManager em, PermissionId id, ConnectionId connection) {
    return em.createQuery(MOVE)
            .setParameter("connection", connection.value())
            .setParameter("run", run)
            .setParameter("id", id.value())
            .executeUpdate()
        == 1;
  }

  private static ParleyException codeIsTaken() {
    return InvalidArgument.refusal("request_id", "another request has it; ask under a new one");
  }

  private StoredPermission inserted(
      EntityManager em, WorkspaceId workspace, ConnectionId connection, PermissionRequest request) {
    long ofAgent =
        em.createQuery(COUNT_OF_AGENT, Long.class)
            .setParameter("workspace", workspace.value())
            .setParameter("agent", request.agent().value())
            .getSingleResult();
    refusePast(ofAgent, limits.ofAgent());
    long all =
        em.createQuery(COUNT, Long.class)
            .setParameter("workspace", workspace.value())
            .getSingleResult();
    refusePast(all, limits.open());
    PermissionRow row = new PermissionRow(workspace, connection, run, request);
    em.persist(row);
    return row.snapshot();
  }

  private static void refusePast(long count, int limit) {
    if (count >= limit) {
      throw new ParleyException(new LimitReached(WHAT, limit));
    }
  }

  /** Finds the request of a code; one that has expired may be among them. */
  Optional<StoredPermission> byCode(WorkspaceId workspace, String code) {
    return transactions.read(em -> byCode(em, workspace, code));
  }

  private static Optional<StoredPermission> byCode(
      EntityManager em, WorkspaceId workspace, String code) {
    return first(
        em.createQuery(BY_CODE, PermissionRow.class)
            .setParameter("workspace", workspace.value())
            .setParameter("code", code));
  }

  /** Answers a request where it is open; empty where it is not there. */
  Optional<Outcome> answer(
      WorkspaceId workspace, PermissionId id, PermissionAnswer answer, AgentId by, long now) {
    return transactions.call(
        em -> {
          int answered =
              em.createQuery(ANSWER)
                  .setParameter("decision", answer.name())
                  .setParameter("person", by.value())
                  .setParameter("workspace", workspace.value())
                  .setParameter("id", id.value())
                  .setParameter("now", now)
                  .executeUpdate();
          return first(
                  em.createQuery(BY_ID, PermissionRow.class)
                      .setParameter("workspace", workspace.value())
                      .setParameter("id", id.value()))
              .map(stored -> new Outcome(stored, answered == 1));
        });
  }

  /** Takes the requests of a connection over, and returns those that have not expired. */
  List<StoredPermission> take(ConnectionId connection, long now) {
    return transactions.call(
        em ->
            snapshots(
                    em.createQuery(OF_CONNECTION, PermissionRow.class)
                        .setParameter("connection", connection.value())
                        .setParameter("now", now))
                .stream()
                .filter(stored -> move(em, stored.id(), connection))
                .toList());
  }

  /** Returns those of {@code ids} that are answered. */
  List<StoredPermission> answered(Collection<PermissionId> ids) {
    List<String> all = ids.stream().map(PermissionId::value).toList();
    List<StoredPermission> answered = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MAX_AT_ONCE) {
      List<String> some = all.subList(from, Math.min(all.size(), from + MAX_AT_ONCE));
      answered.addAll(
          transactions.read(
              em ->
                  snapshots(
                      em.createQuery(ANSWERED, PermissionRow.class).setParameter("ids", some))));
    }
    return answered;
  }

  /** Returns for each workspace with open requests a value that changes with them. */
  Map<WorkspaceId, List<Object>> open() {
    List<Object[]> rows =
        transactions.read(em -> em.createQuery(OPEN, Object[].class).getResultList());
    Map<WorkspaceId, List<Object>> open = new HashMap<>();
    rows.forEach(row -> open.put(new WorkspaceId((String) row[0]), List.of(row[1], row[2])));
    return open;
  }

  /**
   * Removes an open request of a connection; returns false where it is not there, or another node
   * goes on with it.
   */
  boolean withdraw(PermissionId id, ConnectionId connection) {
    return transactions.call(
        em ->
            em.createQuery(WITHDRAW)
                    .setParameter("id", id.value())
                    .setParameter("connection", connection.value())
                    .setParameter("run", run)
                    .executeUpdate()
                == 1);
  }

  /**
   * Removes requests that have expired, those with an answer where they did by {@code pushed}. Of
   * several nodes that remove the same one, one returns it.
   */
  List<StoredPermission> removeExpired(long now, long pushed) {
    List<StoredPermission> expired =
        transactions.read(
            em ->
                snapshots(
                    em.createQuery(EXPIRED, PermissionRow.class)
                        .setParameter("now", now)
                        .setParameter("pushed", pushed)));
    return expired.stream().filter(one -> remove(one.id(), now, pushed)).toList();
  }

  private boolean remove(PermissionId id, long now, long pushed) {
    return transactions.call(
        em ->
            em.createQuery(REMOVE_EXPIRED)
                    .setParameter("id", id.value())
                    .setParameter("now", now)
                    .setParameter("pushed", pushed)
                    .executeUpdate()
                == 1);
  }

  private static Optional<StoredPermission> first(TypedQuery<PermissionRow> query) {
    return snapshots(query).stream().findFirst();
  }

  private static List<StoredPermission> snapshots(TypedQuery<PermissionRow> query) {
    return query.setMaxResults(MAX_AT_ONCE).getResultList().stream()
        .map(PermissionRow::snapshot)
        .toList();
  }
}
