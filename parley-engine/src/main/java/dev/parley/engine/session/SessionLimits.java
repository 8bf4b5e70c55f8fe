package dev.parley.engine.session;

/**
 * How much one session may hold. Generous, because it lies in a database; bounded, because one that
 * grows without end is a fault of somebody's.
 *
 * @param messages messages
 * @param tasks tasks
 * @param artifacts versions of deliverables
 * @param reviews reviews
 */
public record SessionLimits(long messages, long tasks, long artifacts, long reviews) {
  /** What holds unless said otherwise. */
  public static final SessionLimits GENEROUS = new SessionLimits(200_000, 20_000, 10_000, 10_000);
}
