package dev.parley.engine.waiting;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.WaitingId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.waiting.Waiting;
import dev.parley.waiting.WaitingItem;
import jakarta.persistence.EntityManager;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The list of one person, on rows. */
final class JpaWaiting implements Waiting {
  private static final System.Logger LOG = System.getLogger(JpaWaiting.class.getName());

  private static final String DISMISS_AGAIN =
      """
      UPDATE WaitingDismissal d SET d.dismissedAt = :now
      WHERE d.key.workspace = :workspace AND d.key.agent = :agent AND d.key.item = :item
      """;
  private static final String DISMISSED =
      """
      SELECT COUNT(d) FROM WaitingDismissal d
      WHERE d.key.workspace = :workspace AND d.key.agent = :agent AND d.key.item = :item
      """;

  private final Transactions transactions;
  private final InstantSource clock;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final Runnable changed;
  private final boolean hasPermissions;

  /**
   * Makes the list of {@code agent}.
   *
   * @param changed called after the person put something away
   * @param hasPermissions whether permission requests are in the list
   */
  JpaWaiting(
      Transactions transactions,
      InstantSource clock,
      WorkspaceId workspace,
      AgentId agent,
      Runnable changed,
      boolean hasPermissions) {
    this.transactions = transactions;
    this.clock = clock;
    this.workspace = workspace;
    this.agent = agent;
    this.changed = changed;
    this.hasPermissions = hasPermissions;
  }

  @Override
  public ListPage<WaitingItem> list(Optional<WaitingId> after, int limit) {
    PageSize<WaitingItem> size = PageSize.of(limit);
    List<WaitingItem> all = items();
    int from = after.map(id -> indexOf(all, id).orElseThrow(JpaWaiting::absent) + 1).orElse(0);
    List<WaitingItem> rest = all.subList(from, all.size());
    List<WaitingItem> page = size.firstOf(rest);
    return new ListPage<>(page, page.size() < rest.size());
  }

  @Override
  public void dismiss(WaitingId id) {
    if (indexOf(items(), id).isPresent()) {
      put(List.of(id));
    } else if (!isDismissed(id)) {
      throw absent();
    }
  }

  @Override
  public Waiting withPermissions() {
    return hasPermissions
        ? this
        : new JpaWaiting(transactions, clock, workspace, agent, changed, true);
  }

  @Override
  public void answeredIn(RoomName room) {
    try {
      List<WaitingId> mentions = mentionsIn(room);
      if (!mentions.isEmpty()) {
        put(mentions);
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Dismissing the mentions in a room failed; they stay in the list.",
          Masking.trace(away));
    }
  }

  private List<WaitingId> mentionsIn(RoomName room) {
    return transactions.read(
        entities ->
            new WaitingMessages(entities, workspace, agent, clock.millis()).mentionsIn(room));
  }

  private List<WaitingItem> items() {
    return transactions.read(
        entities -> {
          WaitingRows rows = new WaitingRows(entities, workspace, agent, clock.millis());
          return rows.items(hasPermissions);
        });
  }

  private static Optional<Integer> indexOf(List<WaitingItem> items, WaitingId id) {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).id().equals(id)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static ParleyException absent() {
    return new ParleyException(new NotFound("item"));
  }

  private boolean isDismissed(WaitingId id) {
    return transactions.read(
            entities ->
                entities
                    .createQuery(DISMISSED, Long.class)
                    .setParameter("workspace", workspace.value())
                    .setParameter("agent", agent.value())
                    .setParameter("item", id.value())
                    .getSingleResult())
        > 0;
  }

  private void put(List<WaitingId> ids) {
    ids.forEach(this::put);
    changed.run();
  }

  private void put(WaitingId id) {
    try {
      transactions.run(entities -> put(entities, id));
    } catch (ConstraintViolated anotherDeviceDid) {
      LOG.log(System.Logger.Level.DEBUG, "Item {0} is dismissed already.", id.value());
    }
  }

  private void put(EntityManager entities, WaitingId id) {
    long now = clock.millis();
    int again =
        entities
            .createQuery(DISMISS_AGAIN)
            .setParameter("now", now)
            .setParameter("workspace", workspace.value())
            .setParameter("agent", agent.value())
            .setParameter("item", id.value())
            .executeUpdate();
    if (again == 0) {
      entities.persist(new DismissalRow(workspace, agent, id.value(), now));
    }
  }
}
