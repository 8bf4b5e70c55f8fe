package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.id.WorkspaceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Counts acts that can be repeated without end. The first of equal ones has an entry; those that
 * follow within a minute are counted. At most {@value #MAX_ACTS} are distinguished at a time, and
 * all others are counted together. For any thread.
 */
final class RepeatedActs {
  /** The acts that are distinguished at a time. */
  static final int MAX_ACTS = 1_000;

  static final Duration COUNTED_FOR = Duration.ofMinutes(1);

  /** Stands for the acts that are not distinguished. */
  static final Act OTHERS =
      new Act(
          WorkspaceId.DEFAULT, "", Origin.NONE, AuditAction.ACCESS_REFUSED, "others", "various");

  /** Equal acts, and the number of them. */
  record Counted(Act act, long times) {}

  private static final class Count {
    private final long since;
    private long times;

    private Count(long since) {
      this.since = since;
    }
  }

  private final LongSupplier nanos;
  private final int max;
  private final Map<Act, Count> counts = new HashMap<>();

  RepeatedActs(LongSupplier nanos, int max) {
    this.nanos = nanos;
    this.max = max;
  }

  /** Counts an act; returns true if it is the first of its minute, and is to have an entry. */
  synchronized boolean isFirst(Act act) {
    Count known = counts.get(act);
    if (known != null) {
      known.times++;
      return false;
    }
    long now = nanos.getAsLong();
    if (counts.size() >= max) {
      counts.computeIfAbsent(OTHERS, first -> new Count(now)).times++;
      return false;
    }
    counts.put(act, new Count(now));
    return true;
  }

  /** Takes out the acts whose minute has ended; returns those that were repeated. */
  synchronized List<Counted> takeEnded() {
    long now = nanos.getAsLong();
    return take(count -> now - count.since >= COUNTED_FOR.toNanos());
  }

  /** Takes out all acts; returns those that were repeated. */
  synchronized List<Counted> takeAll() {
    return take(count -> true);
  }

  private List<Counted> take(Predicate<Count> isDue) {
    List<Counted> repeated = new ArrayList<>();
    counts
        .entrySet()
        .removeIf(
            entry -> {
              boolean due = isDue.test(entry.getValue());
              if (due && entry.getValue().times > 0) {
                repeated.add(new Counted(entry.getKey(), entry.getValue().times));
              }
              return due;
            });
    return repeated;
  }
}
