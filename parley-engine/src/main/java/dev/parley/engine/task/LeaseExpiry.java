package dev.parley.engine.task;

import dev.parley.task.TaskStatus;
import org.jspecify.annotations.Nullable;

/**
 * The condition that the lease of a claimed task has expired, in each language that asks for it.
 */
final class LeaseExpiry {
  /**
   * In native SQL; the parameter is the current time. The lower bound of zero keeps H2 from reading
   * all tasks without a lease, which come first in its index.
   */
  static final String IN_SQL = "lease_until > 0 AND lease_until < ? AND status = 'IN_PROGRESS'";

  /** In JPQL, of the task {@code t}; the parameter {@code now} is the current time. */
  static final String IN_JPQL =
      "t.leaseUntil > 0 AND t.leaseUntil < :now"
          + " AND t.status = dev.parley.task.TaskStatus.IN_PROGRESS";

  private LeaseExpiry() {}

  /** Returns true for a claimed task whose lease ended before {@code now}. */
  static boolean isOf(TaskStatus status, @Nullable Long leaseUntil, long now) {
    return status == TaskStatus.IN_PROGRESS && leaseUntil != null && leaseUntil < now;
  }
}
