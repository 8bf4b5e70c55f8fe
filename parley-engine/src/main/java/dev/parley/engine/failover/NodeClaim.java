package dev.parley.engine.failover;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides whether this process may run over a database that others can use too. It may not run
 * beside another process of its name. It may not run beside any process where one of the two has no
 * name, because they would not know of each other. A run that is over is no obstacle: one that
 * ended in order, one whose {@link NodeLock} is free, and one whose counter does not advance.
 */
public final class NodeClaim implements AutoCloseable {
  /** The name of a node without a configured name. */
  public static final String UNNAMED = "parley";

  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(100).toNanos();

  private final ConnectionRows rows;
  private final NodeLock lock;
  private final Duration maxSilence;
  private final Set<String> over = new HashSet<>();

  /**
   * Makes a claim, to be checked by {@link #begin}.
   *
   * @param maxSilence the time without an advance after which a run is taken for over
   */
  public NodeClaim(ConnectionRows rows, NodeLock lock, Duration maxSilence) {
    this.rows = rows;
    this.lock = lock;
    this.maxSilence = maxSilence;
  }

  /**
   * Begins this run where nothing is against it.
   *
   * @return true if an earlier run of its name did not end in order
   * @throws NodeInUse where another process runs
   */
  boolean begin() {
    try {
      return tryToBegin();
    } catch (RuntimeException refused) {
      lock.close();
      throw refused;
    }
  }

  private boolean tryToBegin() {
    if (lock.take(rows.run())) {
      lock.before().ifPresent(over::add);
    } else { // a process over another database may have it
      Map<String, NodeStatus> there = rivals();
      Optional<NodeStatus> living = lock.before().map(there::get);
      if (living.isPresent()) {
        throw refusal(living.get());
      }
    }
    boolean wasCutOff = rows.begin(awaited());
    Map<String, NodeStatus> together = rivals();
    if (!together.isEmpty()) { // both began at once
      rows.withdraw();
      throw refusal(together.values().iterator().next());
    }
    return wasCutOff;
  }

  /** Watches the runs that may be alive; returns those that are over. */
  private Set<String> awaited() {
    Map<String, NodeStatus> first = rivals();
    long end = System.nanoTime() + maxSilence.toNanos();
    Map<String, NodeStatus> still = first;
    while (!still.isEmpty() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
      still = rivals();
      for (NodeStatus now : still.values()) {
        NodeStatus before = first.get(now.run());
        if (before == null || before.beats() != now.beats()) {
          throw refusal(now);
        }
      }
    }
    over.addAll(still.keySet());
    return over;
  }

  private Map<String, NodeStatus> rivals() {
    List<NodeStatus> nodes = rows.nodes();
    return nodes.stream()
        .filter(node -> !node.hasEnded() && !node.run().equals(rows.run()))
        .filter(node -> !over.contains(node.run()) && isAgainst(node))
        .collect(Collectors.toMap(NodeStatus::run, Function.identity()));
  }

  private boolean isAgainst(NodeStatus node) {
    return node.name().equals(rows.name()) || isUnnamed(node.name()) || isUnnamed(rows.name());
  }

  private NodeInUse refusal(NodeStatus other) {
    return isUnnamed(rows.name()) || isUnnamed(other.name())
        ? NodeInUse.withoutName(other)
        : NodeInUse.byName(other);
  }

  private static boolean isUnnamed(String name) {
    return name.equals(UNNAMED);
  }

  @Override
  public void close() {
    lock.close();
  }
}
