package dev.parley.engine.hook;

import java.time.Duration;

/**
 * The time limits of a command.
 *
 * @param before the limit before a task
 * @param after the limit after a task
 * @param gracePeriod the time from the request to end to the end by force
 */
public record HookLimits(Duration before, Duration after, Duration gracePeriod) {
  /** 30 s before a task, 120 s after it, 5 s to end. */
  public static final HookLimits DEFAULT =
      new HookLimits(Duration.ofSeconds(30), Duration.ofSeconds(120), Duration.ofSeconds(5));
}
