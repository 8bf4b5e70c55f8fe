package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.audit.Origin;
import dev.parley.engine.concurrent.PeriodicTasks;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.id.AuditId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The audit on rows, written in batches by one periodic task. */
public final class JpaAudit implements Audit {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES = List.of(AuditRow.class);

  /** The entries that wait for the storage, at most. */
  public static final int MAX_WAITING = 10_000;

  private static final System.Logger LOG = System.getLogger(JpaAudit.class.getName());
  private static final int WRITTEN_AT_ONCE = 500;
  private static final int WRITE_EVERY_MILLIS = 250;
  private static final int SWEEP_EVERY_MILLIS = 60_000;
  private static final Duration MAX_END = Duration.ofSeconds(1);

  private final AuditRows rows;
  private final InstantSource clock;
  private final AuditRetention retention;
  private final WaitingEntries waiting;
  private final RepeatedActs repeated;
  private final ReentrantLock writing = new ReentrantLock();

  /** The entries of a write that failed, or is under way; guarded by {@link #writing}. */
  private List<AuditEntry> batch = List.of();

  private volatile boolean ended;

  /** Makes an audit; {@link #schedule} begins to write it. */
  public JpaAudit(Transactions transactions, InstantSource clock, AuditRetention retention) {
    this(transactions, clock, retention, System::nanoTime, MAX_WAITING);
  }

  /** Makes one in which at most {@code maxWaiting} entries wait. */
  JpaAudit(
      Transactions transactions,
      InstantSource clock,
      AuditRetention retention,
      LongSupplier nanos,
      int maxWaiting) {
    this.rows = new AuditRows(transactions);
    this.clock = clock;
    this.retention = retention;
    this.waiting = new WaitingEntries(maxWaiting);
    this.repeated = new RepeatedActs(nanos, RepeatedActs.MAX_ACTS);
  }

  /** Begins to write entries, and to remove old ones. */
  public void schedule(PeriodicTasks tasks) {
    tasks.every(WRITE_EVERY_MILLIS, this::flush);
    tasks.every(SWEEP_EVERY_MILLIS, this::sweep);
  }

  @Override
  public void record(Act act) {
    waiting.add(entry(act, 1));
  }

  @Override
  public void recordBounded(Act act) {
    if (repeated.isFirst(act)) {
      record(act);
    }
  }

  private AuditEntry entry(Act act, long times) {
    return new AuditEntry(
        new AuditId(Ulids.next()), Instant.ofEpochMilli(clock.millis()), act, times);
  }

  @Override
  public ListPage<AuditEntry> list(AuditFilter filter, Optional<AuditId> before, int limit) {
    PageSize<AuditEntry> size = PageSize.of(limit);
    List<AuditEntry> read =
        rows.page(filter, before.map(AuditId::value).orElse(""), size.limit() + 1);
    return new ListPage<>(size.firstOf(read), read.size() > limit);
  }

  /**
   * Writes the entries that wait.
   *
   * @throws ParleyException {@code unavailable}; the next call writes them
   */
  void flush() {
    writing.lock();
    try {
      add(repeated.takeEnded());
      writeAll();
    } finally {
      writing.unlock();
    }
  }

  private void add(List<RepeatedActs.Counted> counted) {
    counted.forEach(acts -> waiting.add(entry(acts.act(), acts.times())));
  }

  private void writeAll() {
    while (true) {
      if (batch.isEmpty()) {
        batch = next();
      }
      if (batch.isEmpty()) {
        return;
      }
      write(batch);
      batch = List.of();
    }
  }

  /** Takes the next entries, and one for those that found no room since the last time. */
  private List<AuditEntry> next() {
    List<AuditEntry> next = waiting.take(WRITTEN_AT_ONCE);
    waiting
        .takeDropped()
        .forEach(
            (workspace, times) ->
                next.add(
                    entry(
                        new Act(
                            workspace,
                            "",
                            Origin.NONE,
                            AuditAction.AUDIT_DROPPED,
                            "entries",
                            Act.OK),
                        times)));
    return next;
  }

  /**
   * Writes entries. A commit whose answer was lost may have stored them already: then each is
   * written by itself, unless it is stored.
   */
  void write(List<AuditEntry> entries) {
    try {
      rows.insert(entries);
    } catch (ConstraintViolated areStored) {
      for (AuditEntry entry : entries) {
        try {
          rows.insert(List.of(entry));
        } catch (ConstraintViolated isStored) {
          LOG.log(System.Logger.Level.DEBUG, "Audit entry {0} is stored already.", entry.id());
        }
      }
    }
  }

  /**
   * Removes the entries that are too old or too many, in small transactions.
   *
   * @throws ParleyException {@code unavailable}; the next call goes on
   */
  void sweep() {
    Instant before = clock.instant().minus(retention.age());
    long surplus = Math.max(0, rows.count() - retention.rows());
    int removed;
    do {
      removed = rows.removeOldest(before, surplus);
      surplus = Math.max(0, surplus - removed);
    } while (removed == AuditRows.REMOVED_AT_ONCE && !ended);
  }

  /** Writes everything that waits; what the storage does not take is lost, and logged. */
  public void end() {
    ended = true;
    try {
      if (!writing.tryLock(MAX_END.toMillis(), TimeUnit.MILLISECONDS)) {
        logLost(waiting.size());
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      logLost(waiting.size());
      return;
    }
    try {
      add(repeated.takeAll());
      writeAll();
    } catch (RuntimeException away) { // nobody could do anything about it
      LOG.log(System.Logger.Level.DEBUG, "Writing the audit failed.", Masking.trace(away));
      logLost(batch.size() + waiting.size());
    } finally {
      writing.unlock();
    }
  }

  private static void logLost(int entries) {
    LOG.log(
        System.Logger.Level.WARNING,
        "Audit entries are lost: database unreachable while Parley ends; at least {0}.",
        entries);
  }
}
