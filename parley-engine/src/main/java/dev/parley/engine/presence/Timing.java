package dev.parley.engine.presence;

import dev.parley.problem.InvalidArgument;
import java.time.Duration;

/**
 * How often a node says who is there, and how long its word counts.
 *
 * @param heartbeat how often: 100 ms to 1 hour
 * @param ttl how long: at least the heartbeat, at most 1 day
 */
public record Timing(Duration heartbeat, Duration ttl) {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST_HEARTBEAT = Duration.ofHours(1);
  private static final Duration LONGEST_TTL = Duration.ofDays(1);

  /** Every 30 s, counting for 90 s. */
  public static final Timing USUAL = new Timing(Duration.ofSeconds(30), Duration.ofSeconds(90));

  /** Checks the bounds; refused with {@code invalid_argument}. */
  public Timing {
    if (heartbeat.compareTo(SHORTEST) < 0 || heartbeat.compareTo(LONGEST_HEARTBEAT) > 0) {
      throw InvalidArgument.refusal("heartbeat", "it must be 100 milliseconds to 1 hour");
    }
    if (ttl.compareTo(heartbeat) < 0 || ttl.compareTo(LONGEST_TTL) > 0) {
      throw InvalidArgument.refusal("ttl", "it must be at least the heartbeat and at most 1 day");
    }
  }
}
