package dev.parley.engine.hook;

import java.time.Duration;

/**
 * How long a command may take.
 *
 * @param before one before a task
 * @param after one after a task
 * @param farewell from the request to end to the end by force
 */
public record HookLimits(Duration before, Duration after, Duration farewell) {
  /** 30 s before a task, 120 s after it, 5 s to end. */
  public static final HookLimits DEFAULT =
      new HookLimits(Duration.ofSeconds(30), Duration.ofSeconds(120), Duration.ofSeconds(5));
}
