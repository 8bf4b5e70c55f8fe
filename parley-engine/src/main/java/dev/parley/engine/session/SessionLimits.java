package dev.parley.engine.session;

/**
 * The limits of one session. They are generous, because a session is in a database. They exist
 * because a session that grows without end is a fault.
 *
 * @param messages the maximum number of messages
 * @param tasks the maximum number of tasks
 * @param artifacts the maximum number of artifact versions
 * @param reviews the maximum number of reviews
 */
public record SessionLimits(long messages, long tasks, long artifacts, long reviews) {
  /** The defaults. */
  public static final SessionLimits GENEROUS = new SessionLimits(200_000, 20_000, 10_000, 10_000);
}
