package dev.parley.war;

import dev.parley.engine.presence.HeartbeatConfig;
import dev.parley.war.settings.Settings;
import java.time.Duration;

/**
 * The timing of presence: {@code presence-heartbeat}, the pause between the heartbeats of a node to
 * the others, and {@code presence-ttl}, the time after its last sign of life at which an agent
 * counts as gone.
 *
 * @param heartbeat 30 s unless set; a third of a shorter TTL
 * @param ttl 90 s unless set
 */
record PresenceSettings(Duration heartbeat, Duration ttl) {
  private static final Duration MAX_BEAT = Duration.ofSeconds(15);
  private static final int BEATS_PER_TTL = 6;
  private static final int HEARTBEATS_PER_TTL = 3;

  static PresenceSettings of(Settings settings) {
    Duration ttl = settings.duration("presence-ttl").orElse(HeartbeatConfig.DEFAULT.ttl());
    Duration heartbeat =
        settings
            .duration("presence-heartbeat")
            .orElse(
                shorter(HeartbeatConfig.DEFAULT.heartbeat(), ttl.dividedBy(HEARTBEATS_PER_TTL)));
    return new PresenceSettings(heartbeat, ttl);
  }

  /**
   * Returns the pause after which something goes out on every stream. The next write shows what a
   * client took, so there are several within the TTL.
   */
  Duration beat() {
    return shorter(MAX_BEAT, ttl.dividedBy(BEATS_PER_TTL));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
