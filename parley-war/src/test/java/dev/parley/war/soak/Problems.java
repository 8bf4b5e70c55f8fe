package dev.parley.war.soak;

import java.util.Map;
import java.util.TreeMap;

/**
 * Failures beside the calls of the agents, counted by their text. What overlaps the restart of the
 * server is counted by itself. Safe for use by several threads.
 */
final class Problems {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, Integer> errors = new TreeMap<>();
  private final Map<String, Integer> ofRestart = new TreeMap<>();
  private final long origin = System.nanoTime();
  private long from = NEVER;
  private long until = NEVER;

  synchronized void restartBegins(long nanos) {
    from = nanos - origin;
  }

  synchronized void restartEnds(long nanos) {
    until = nanos - origin;
  }

  /** Something that began at {@code begunNanos} failed at {@code nanos}. */
  synchronized void add(String text, long begunNanos, long nanos) {
    boolean overlaps = nanos - origin >= from && begunNanos - origin <= until;
    (overlaps ? ofRestart : errors).merge(text, 1, Integer::sum);
  }

  void add(String text, long begunNanos) {
    add(text, begunNanos, System.nanoTime());
  }

  synchronized Map<String, Integer> errors() {
    return new TreeMap<>(errors);
  }

  synchronized Map<String, Integer> ofRestart() {
    return new TreeMap<>(ofRestart);
  }
}
