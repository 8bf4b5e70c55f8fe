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
 * The leases of claims. A call of an agent renews its leases, at most once in a quarter of a lease
 * and a moment later, so that no call waits for it. Tasks with an expired lease return to the
 * board.
 */
public final class Leases {
  /**
   * Of tasks alone, by the index of leases. Joined with the sessions, it took 3 percent of the CPU
   * of a server that claims.
   */
  private static final String EXPIRED =
      "SELECT DISTINCT t.session FROM Task t WHERE " + LeaseExpiry.IN_JPQL;

  private static final String SESSIONS =
      "SELECT s.workspace, s.name FROM Session s WHERE s.id IN :ids";

  private static final int MAX_AT_ONCE = 500;

  private record Holder(WorkspaceId workspace, AgentId agent) {}

  private final Transactions transactions;
  private final InstantSource clock;
  private final long length;
  private final Map<Holder, Long> renewed = new ConcurrentHashMap<>();

  /**
   * The agents that made a call since their leases were last renewed, with the time of the last
   * call.
   */
  private final Map<Holder, Long> due = new ConcurrentHashMap<>();

  /** Makes leases of {@code length}. */
  public Leases(Transactions transactions, InstantSource clock, Duration length) {
    this.transactions = transactions;
    this.clock = clock;
    this.length = length.toMillis();
  }

  /** Records a call of {@code agent}: the next {@link #sweep} renews its leases. */
  public void touch(WorkspaceId workspace, AgentId agent) {
    Holder holder = new Holder(workspace, agent);
    Long last = renewed.get(holder);
    long now = clock.millis();
    if (last == null || now - last >= length / 4) {
      due.put(holder, now);
    }
  }

  /**
   * Renews the leases of agents that made calls, and returns tasks with expired ones to the board.
   */
  public void sweep(SessionDirectory sessions) {
    long begun = clock.millis(); // calls before this are renewed below
    renewDue();
    for (Object[] session : expired(begun)) {
      expire(
          sessions.session(
              new WorkspaceId((String) session[0]), new SessionId((String) session[1])),
          begun);
    }
  }

  /** Returns the interval of sweeps. */
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
   * Renews the leases that are due. A call counts from its own time: it saves a lease that expired
   * before this sweep, and extends it no further because the sweep is late. A call during a sweep
   * waits for the next one.
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
                    ClaimRules.renewAll(
                        entities, holder.workspace(), holder.agent(), at, until(at))));
    renewed.putAll(calls);
    calls.forEach(due::remove);
    long now = clock.millis();
    renewed.values().removeIf(at -> now - at >= length);
  }

  private List<Object[]> expired(long before) {
    return transactions.call(
        entities -> {
          List<String> ids =
              entities
                  .createQuery(EXPIRED, String.class)
                  .setParameter("now", before)
                  .setMaxResults(MAX_AT_ONCE)
                  .getResultList();
          return ids.isEmpty()
              ? List.of()
              : entities
                  .createQuery(SESSIONS, Object[].class)
                  .setParameter("ids", ids)
                  .getResultList();
        });
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
