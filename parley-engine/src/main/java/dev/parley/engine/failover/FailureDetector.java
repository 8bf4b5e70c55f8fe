package dev.parley.engine.failover;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Measures the silence of other nodes by this node's own clock: a node whose counter advances is
 * alive, whatever its clock says. A node that could not look for a while cannot judge who was
 * silent meanwhile.
 */
final class FailureDetector {
  private record Seen(long beats, long at) {}

  private final Map<String, Seen> last = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;
  private final long blindAfter;
  private volatile long lookedAt;

  /**
   * Makes a detector that has seen no node yet.
   *
   * @param blindAfter the longest time it may go without a look at all nodes
   */
  FailureDetector(LongSupplier nanoTime, Duration blindAfter) {
    this.nanoTime = nanoTime;
    this.blindAfter = blindAfter.toNanos();
    this.lookedAt = nanoTime.getAsLong();
  }

  /** Looks at a node; returns the time since its last change. */
  Duration silence(NodeStatus node) {
    long now = nanoTime.getAsLong();
    if (isBlind(now)) {
      return Duration.ZERO;
    }
    Seen seen =
        last.compute(
            node.run(),
            (run, before) ->
                before == null || before.beats() != node.beats()
                    ? new Seen(node.beats(), now)
                    : before);
    return Duration.ofNanos(now - seen.at());
  }

  /** Looks at all nodes. */
  void look(Collection<NodeStatus> nodes) {
    long now = nanoTime.getAsLong();
    if (isBlind(now)) {
      last.clear();
    }
    lookedAt = now;
    nodes.forEach(this::silence);
    Set<String> runs = nodes.stream().map(NodeStatus::run).collect(Collectors.toSet());
    last.keySet().retainAll(runs);
  }

  private boolean isBlind(long now) {
    return now - lookedAt > blindAfter;
  }
}
