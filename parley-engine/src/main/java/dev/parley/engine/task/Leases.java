package dev.parley.engine.task;

import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.SessionDirectory;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long claims hold. A call an agent makes renews what it holds, at most once in a quarter of a
 * lease and a moment later, so that no call waits for it; what nobody renewed goes back to the
 * board.
 */
public final class Leases {
  /** From zero on, or H2 would read all tasks that have no lease: they stand first in its index. */
  private static final String EXPIRED =
      """
      SELECT DISTINCT s.workspace, s.name FROM Session s, Task t
      WHERE t.session = s.id AND t.leaseUntil > 0 AND t.leaseUntil < :now
        AND t.status = dev.parley.task.TaskStatus.IN_PROGRESS
      """;

  private static final int MAX_AT_ONCE = 500;

  private record Holder(WorkspaceId workspace, AgentId agent) {}

  private final Transactions transactions;
  private final InstantSource clock;
  private final long length;
  private final Map<Holder, Long> renewed = new ConcurrentHashMap<>();

  /** Who was there since it was last renewed, and when it was there last. */
  private final Map<Holder, Long> due = new ConcurrentHashMap<>();

  /** Leases of {@code length}. */
  public Leases(Transactions transactions, InstantSource clock, Duration length) {
    this.transactions = transactions;
    this.clock = clock;
    this.length = length.toMillis();
  }

  /** {@code agent} is there: what it holds stays its own from the next {@link #sweep} on. */
  public void touch(WorkspaceId workspace, AgentId agent) {
    Holder holder = new Holder(workspace, agent);
    Long last = renewed.get(holder);
    long now = clock.millis();
    if (last == null || now - last >= length / 4) {
      due.put(holder, now);
    }
  }

  /** Renews what those who were there hold, and puts back on the board what others let go. */
  public void sweep(SessionDirectory sessions) {
    long begun = clock.millis(); // whoever called before this is renewed below
    renewDue();
    for (Object[] session : expired(begun)) {
      expire(
          sessions.session(
              new WorkspaceId((String) session[0]), new SessionId((String) session[1])),
          begun);
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

  /**
   * A call counts from when it was made: it keeps a lease that ran out before this sweep, and keeps
   * it no longer because the sweep came late. One that comes meanwhile waits for the next sweep.
   */
  private void renewDue() {
    Map<Holder, Long> calls = new HashMap<>();
    due.entrySet().stream()
        .limit(MAX_AT_ONCE)
        .forEach(call -> calls.put(call.getKey(), call.getValue()));
    transactions.run(
        entities ->
            calls.forEach(
                (holder, at) ->
                    ClaimStatement.renewAll(
                        entities, holder.workspace(), holder.agent(), at, until(at))));
    renewed.putAll(calls);
    calls.forEach(due::remove);
    long now = clock.millis();
    renewed.values().removeIf(at -> now - at >= length);
  }

  private List<Object[]> expired(long before) {
    return transactions.call(
        entities ->
            entities
                .createQuery(EXPIRED, Object[].class)
                .setParameter("now", before)
                .getResultList());
  }

  private static void expire(LiveSession session, long before) {
    session.write(
        writing -> {
          List<TaskRow> expired = TaskRows.of(writing).expired(before);
          for (TaskRow row : expired) {
            row.backOnBoard(writing.nextSeq(), writing.now());
            writing.record(null, new TaskChanged(row.id(), row.status(), row.assignee()));
          }
          return expired.size();
        });
  }
}
