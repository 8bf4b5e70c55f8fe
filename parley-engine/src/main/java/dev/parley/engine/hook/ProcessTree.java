package dev.parley.engine.hook;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A process with all its descendants, ended together: first on request, then by force. */
final class ProcessTree {
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(10).toNanos();

  /** The processes seen so far: when a parent ends, its children can no longer be found. */
  private final Set<ProcessHandle> members = new LinkedHashSet<>();

  ProcessTree(ProcessHandle root) {
    members.add(root);
  }

  /** Ends all of it; returns when it has ended, or shortly after the use of force. */
  void end(Duration gracePeriod) {
    boolean interrupted = Thread.interrupted();
    look();
    members.forEach(ProcessHandle::destroy);
    awaitEnd(gracePeriod);
    look();
    members.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    awaitEnd(Duration.ofSeconds(1));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    List.copyOf(members).forEach(member -> member.descendants().forEach(members::add));
  }

  private void awaitEnd(Duration bound) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (System.nanoTime() - deadline < 0 && members.stream().anyMatch(ProcessTree::isRunning)) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  /**
   * Returns true unless the process has ended; one that waits for its parent to notice has no
   * command any more.
   */
  private static boolean isRunning(ProcessHandle member) {
    return member.isAlive() && member.info().command().isPresent();
  }
}
