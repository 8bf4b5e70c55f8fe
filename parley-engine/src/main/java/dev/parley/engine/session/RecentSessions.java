package dev.parley.engine.session;

import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.session.SessionOverview;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The sessions of a workspace in pages, last started first. */
final class RecentSessions {
  private static final String OF_WORKSPACE =
      "SELECT s FROM Session s WHERE s.workspace = :workspace";
  private static final String AFTER =
      """
       AND (s.startedAt < :started OR (s.startedAt = :started
          AND (s.createdAt < :created OR (s.createdAt = :created AND s.id < :id))))
      """;
  private static final String IN_ORDER = " ORDER BY s.startedAt DESC, s.createdAt DESC, s.id DESC";

  private final EntityManager entities;
  private final WorkspaceId workspace;

  RecentSessions(EntityManager entities, WorkspaceId workspace) {
    this.entities = entities;
    this.workspace = workspace;
  }

  /** Lists the sessions after the session of this key; the first ones without a key. */
  ListPage<SessionOverview> after(Optional<String> key, int limit) {
    TypedQuery<SessionRow> query =
        entities
            .createQuery(OF_WORKSPACE + (key.isPresent() ? AFTER : "") + IN_ORDER, SessionRow.class)
            .setParameter("workspace", workspace.value());
    if (key.isPresent()) {
      SessionRow last = entities.find(SessionRow.class, key.get());
      entities.refresh(last);
      SessionOverview overview = last.overview();
      query
          .setParameter("started", overview.startedAt().map(Instant::toEpochMilli).orElse(0L))
          .setParameter("created", overview.createdAt().toEpochMilli())
          .setParameter("id", last.id());
    }
    List<SessionOverview> read =
        query.setMaxResults(limit + 1).getResultList().stream().map(SessionRow::overview).toList();
    boolean hasMore = read.size() > limit;
    return new ListPage<>(hasMore ? read.subList(0, limit) : read, hasMore);
  }

  /** Makes the refusal of an unknown session. */
  static ParleyException absent() {
    return new ParleyException(new NotFound("session"));
  }
}
