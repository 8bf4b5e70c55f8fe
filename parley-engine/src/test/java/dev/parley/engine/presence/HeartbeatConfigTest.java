package dev.parley.engine.presence;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatConfigTest {

  @Test
  void timing_isBounded() {
    assertThat(timing(100, 100)).isEqualTo(timing(100, 100));
    assertThat(timing(3_600_000, 86_400_000).ttl()).isEqualTo(Duration.ofDays(1));
    assertThat(refusedField(() -> timing(99, 1_000))).isEqualTo("heartbeat");
    assertThat(refusedField(() -> timing(3_600_001, 86_400_000))).isEqualTo("heartbeat");
    assertThat(refusedField(() -> timing(1_000, 999))).isEqualTo("ttl");
    assertThat(refusedField(() -> timing(1_000, 86_400_001))).isEqualTo("ttl");
  }

  private static HeartbeatConfig timing(long heartbeat, long ttl) {
    return new HeartbeatConfig(Duration.ofMillis(heartbeat), Duration.ofMillis(ttl));
  }
}
