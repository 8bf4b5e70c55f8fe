package dev.parley.engine.task;

import dev.parley.ParleyException;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.event.TaskChanged;
import dev.parley.session.SessionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long claims hold. A call an agent makes renews what it holds, at most once in a quarter of a
 * lease; what nobody renewed goes back to the board.
 */
public final class Leases {
  private static final String EXPIRED =
      """
      SELECT DISTINCT s.workspace, s.name FROM Session s, Task t
      WHERE t.session = s.id AND t.leaseUntil < :now
        AND t.status = dev.parley.task.TaskStatus.IN_PROGRESS
      """;
  private static final int MOST_REMEMBERED = 10_000;

  private record Holder(WorkspaceId workspace, AgentId agent) {}

  private final Transactions transactions;
  private final InstantSource clock;
  private final long length;
  private final Map<Holder, Long> renewed = new ConcurrentHashMap<>();

  /** Leases of {@code length}. */
  public Leases(Transactions transactions, InstantSource clock, Duration length) {
    this.transactions = transactions;
    this.clock = clock;
    this.length = length.toMillis();
  }

  /** {@code agent} is there: what it holds stays its own. */
  public void touch(WorkspaceId workspace, AgentId agent) {
    Holder holder = new Holder(workspace, agent);
    long now = clock.millis();
    Long last = renewed.get(holder);
    if (last != null && now - last < length / 4) {
      return;
    }
    if (renewed.size() >= MOST_REMEMBERED) {
      renewed.values().removeIf(at -> now - at >= length / 4);
    }
    renewed.put(holder, now);
    try {
      transactions.run(
          entities -> Claiming.renewAll(entities, workspace.value(), agent, now, until(now)));
    } catch (ParleyException databaseIsAway) {
      renewed.remove(holder);
    }
  }

  /** Puts tasks back on the board whose holders fell silent. */
  public void expire(SessionDirectory sessions) {
    List<Object[]> found =
        transactions.call(
            entities ->
                entities
                    .createQuery(EXPIRED, Object[].class)
                    .setParameter("now", clock.millis())
                    .getResultList());
    for (Object[] session : found) {
      expire(
          sessions.session(
              new WorkspaceId((String) session[0]), new SessionId((String) session[1])));
    }
  }

  /** How often it is worth looking. */
  public Duration interval() {
    return Duration.ofMillis(Math.max(50, Math.min(1_000, length / 10)));
  }

  long now() {
    return clock.millis();
  }

  long until(long now) {
    return now + length;
  }

  private static void expire(LiveSession session) {
    session.write(
        writing -> {
          List<TaskRow> expired = TaskRows.of(writing).expired(writing.now());
          for (TaskRow row : expired) {
            row.backOnBoard(writing.nextSeq(), writing.now());
            writing.record(null, new TaskChanged(row.id(), row.status(), row.assignee()));
          }
          return expired.size();
        });
  }
}
