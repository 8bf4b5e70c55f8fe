package dev.parley.war.wake;

import dev.parley.id.AgentId;
import dev.parley.problem.ParleyException;
import dev.parley.problem.UrgentLimited;
import dev.parley.war.guard.GuardLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;

/** The urgent messages that each sender of a workspace sent within the last hour. */
final class HourlyCount {
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /**
   * The senders that are counted; past it a new one is refused until an hour of another is over.
   */
  static final int MAX_SENDERS = 1_000;

  private final int limit;
  private final InstantSource clock;
  private final Map<AgentId, ArrayDeque<Long>> times = new LinkedHashMap<>();

  HourlyCount(int limit, InstantSource clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Counts an urgent message.
   *
   * @throws ParleyException {@code rate_limited}; it is not counted then
   */
  synchronized void take(AgentId sender) {
    if (limit == GuardLimits.OFF) {
      return;
    }
    long now = clock.millis();
    if (!times.containsKey(sender) && times.size() >= MAX_SENDERS) {
      times.values().removeIf(all -> all.isEmpty() || now - all.getLast() >= HOUR_MILLIS);
      if (times.size() >= MAX_SENDERS) {
        throw refusal(HOUR_MILLIS);
      }
    }
    ArrayDeque<Long> sent = times.computeIfAbsent(sender, id -> new ArrayDeque<>());
    while (!sent.isEmpty() && now - sent.getFirst() >= HOUR_MILLIS) {
      sent.removeFirst();
    }
    if (sent.size() >= limit) {
      throw refusal(Math.max(1, sent.getFirst() + HOUR_MILLIS - now));
    }
    sent.addLast(now);
  }

  /** Takes back a message that was counted and not sent. */
  synchronized void giveBack(AgentId sender) {
    ArrayDeque<Long> sent = times.get(sender);
    if (sent != null && !sent.isEmpty()) {
      sent.removeLast();
    }
  }

  private ParleyException refusal(long millis) {
    return new ParleyException(new UrgentLimited(limit, Duration.ofMillis(millis)));
  }
}
