package dev.parley.engine.waiting;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.PermissionId;
import dev.parley.id.ReservedNames;
import dev.parley.id.SessionId;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.PermissionRequest;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Kind;
import dev.parley.waiting.WaitingItem.Source;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One read of what waits for a person. It asks two queries beside those of {@link WaitingMessages},
 * and a third for permission requests; each has a bounded number of rows.
 */
final class WaitingRows {
  private static final String REVIEWS =
      """
      SELECT s.name, r.id, a.name, r.requester, r.createdAt, r.reviewer, a.id
      FROM Review r, Session s, Artifact a
      WHERE s.id = r.session AND a.id = r.artifact AND s.workspace = :workspace
        AND r.reviewer IN :names AND r.status = dev.parley.artifact.ReviewStatus.PENDING
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('review-', r.id))
      ORDER BY r.createdAt DESC, r.id DESC
      """;
  private static final String TASKS =
      """
      SELECT s.name, t.id, t.title, t.createdBy, t.updatedAt, t.assignee
      FROM Task t, Session s
      WHERE s.id = t.session AND s.workspace = :workspace
        AND t.meantFor IN :names AND t.assignee IN :names
        AND t.status = dev.parley.task.TaskStatus.TODO
        AND NOT EXISTS (SELECT o.id FROM TaskDependency p, Task o
          WHERE p.place.task = t.id AND o.id = p.dependsOn
            AND o.status <> dev.parley.task.TaskStatus.DONE)
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('task-', t.id) AND d.dismissedAt >= t.updatedAt)
      ORDER BY t.updatedAt DESC, t.id DESC
      """;

  private static final String PERMISSIONS =
      """
      SELECT p.id, p.agent, p.code, p.tool, p.description, p.preview, p.askedAt, p.expiresAt
      FROM Permission p
      WHERE p.workspace = :workspace AND p.decision IS NULL AND p.expiresAt > :now
        AND NOT EXISTS (SELECT d.dismissedAt FROM WaitingDismissal d
          WHERE d.key.workspace = :workspace AND d.key.agent = :agent
            AND d.key.item = CONCAT('permission-', p.id))
      ORDER BY p.askedAt DESC, p.id DESC
      """;

  private final EntityManager entities;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final long now;
  private final List<String> names;
  private final WaitingMessages messages;

  /**
   * Reads for {@code agent}.
   *
   * @param now the present time, in milliseconds since 1970
   */
  WaitingRows(EntityManager entities, WorkspaceId workspace, AgentId agent, long now) {
    this.entities = entities;
    this.workspace = workspace;
    this.agent = agent;
    this.now = now;
    this.names = names(agent);
    this.messages = new WaitingMessages(entities, workspace, agent, now);
  }

  /** Returns the names under which a person is addressed. */
  static List<String> names(AgentId person) {
    return Stream.concat(Stream.of(person.value()), ReservedNames.PEOPLE.stream())
        .distinct()
        .toList();
  }

  /**
   * Returns the items, the newest first.
   *
   * @param withPermissions whether permission requests are among them
   */
  List<WaitingItem> items(boolean withPermissions) {
    List<WaitingItem> items = new ArrayList<>();
    if (withPermissions) {
      query(PERMISSIONS)
          .setParameter("now", now)
          .getResultList()
          .forEach(row -> items.add(permission(row)));
    }
    rows(REVIEWS).forEach(row -> items.add(review(row)));
    rows(TASKS).forEach(row -> items.add(task(row)));
    items.addAll(messages.items());
    items.sort(
        Comparator.comparing(WaitingItem::at).thenComparing(item -> item.id().value()).reversed());
    return items;
  }

  private WaitingItem review(Object[] row) {
    Optional<ArtifactId> artifact = Optional.of(new ArtifactId((String) row[6]));
    return item(WaitingId.ofReview((String) row[1]), Kind.REVIEW, row, artifact);
  }

  private WaitingItem task(Object[] row) {
    return item(WaitingId.ofTask((String) row[1]), Kind.TASK, row, Optional.empty());
  }

  /** Returns the item of a row: session, id, text, asker, time, addressee. */
  private WaitingItem item(WaitingId id, Kind kind, Object[] row, Optional<ArtifactId> artifact) {
    return new WaitingItem(
        id,
        kind,
        Source.of(new SessionId((String) row[0]), 0),
        (String) row[1],
        artifact,
        new AgentId((String) row[3]),
        !agent.value().equals(row[5]),
        CutText.of((String) row[2], WaitingItem.MAX_TEXT),
        Instant.ofEpochMilli(number(row[4])),
        Optional.empty());
  }

  private static WaitingItem permission(Object[] row) {
    PermissionId id = new PermissionId((String) row[0]);
    String tool = (String) row[3];
    PermissionRequest request =
        new PermissionRequest(
            id,
            new AgentId((String) row[1]),
            new PermissionDraft((String) row[2], tool, text(row[4]), text(row[5])),
            Instant.ofEpochMilli(number(row[6])),
            Instant.ofEpochMilli(number(row[7])));
    return new WaitingItem(
        WaitingId.ofPermission(id),
        Kind.PERMISSION,
        Source.NONE,
        id.value(),
        Optional.empty(),
        request.agent(),
        true,
        tool,
        request.askedAt(),
        Optional.of(request));
  }

  /** Returns a text; a database may read an empty one as none. */
  private static String text(@Nullable Object column) {
    return column == null ? "" : (String) column;
  }

  private static long number(Object column) {
    return ((Number) column).longValue();
  }

  private List<Object[]> rows(String jpql) {
    return query(jpql).setParameter("names", names).getResultList();
  }

  private TypedQuery<Object[]> query(String jpql) {
    return entities
        .createQuery(jpql, Object[].class)
        .setParameter("workspace", workspace.value())
        .setParameter("agent", agent.value())
        .setMaxResults(Waiting.MAX_OF_KIND);
  }
}
