package dev.parley.engine.presence;

import dev.parley.problem.InvalidArgument;
import java.time.Duration;

/**
 * The interval of a node's heartbeats, and the time each one counts.
 *
 * @param heartbeat the interval: 100 ms to 1 hour
 * @param ttl the time an event counts: at least the heartbeat, at most 1 day
 */
public record HeartbeatConfig(Duration heartbeat, Duration ttl) {
  private static final Duration MIN_DURATION = Duration.ofMillis(100);
  private static final Duration MAX_HEARTBEAT = Duration.ofHours(1);
  private static final Duration MAX_TTL = Duration.ofDays(1);

  /** A heartbeat every 30 s, which counts for 90 s. */
  public static final HeartbeatConfig DEFAULT =
      new HeartbeatConfig(Duration.ofSeconds(30), Duration.ofSeconds(90));

  /** Checks the limits; refused with {@code invalid_argument}. */
  public HeartbeatConfig {
    if (heartbeat.compareTo(MIN_DURATION) < 0 || heartbeat.compareTo(MAX_HEARTBEAT) > 0) {
      throw InvalidArgument.refusal("heartbeat", "it must be 100 milliseconds to 1 hour");
    }
    if (ttl.compareTo(heartbeat) < 0 || ttl.compareTo(MAX_TTL) > 0) {
      throw InvalidArgument.refusal("ttl", "it must be at least the heartbeat and at most 1 day");
    }
  }
}
