package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Health;
import dev.parley.Health.Outage;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthStatusTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private static Health health(boolean reachable, Optional<Outage> outage, boolean broker) {
    return new Health(
        reachable,
        "H2 2",
        new Health.Bus("redis", "redis", broker, broker ? Optional.empty() : Optional.of(NOON)),
        new Health.Connections(0, 0, 0),
        new Health.Backlog(0, 0, 0, 0),
        Optional.empty(),
        outage);
  }

  @Test
  void everythingThere_isUp() {
    assertThat(HealthStatus.of(health(true, Optional.empty(), true)))
        .isEqualTo(new HealthStatus(HealthStatus.Status.UP, Optional.empty(), Optional.empty()));
    assertThat(HealthStatus.Status.UP.http()).isEqualTo(200);
  }

  @Test
  void brokerAway_isDegradedAndServed() {
    assertThat(HealthStatus.of(health(true, Optional.empty(), false)))
        .isEqualTo(
            new HealthStatus(
                HealthStatus.Status.DEGRADED, Optional.of("broker_away"), Optional.of(NOON)));
    assertThat(HealthStatus.Status.DEGRADED.http()).isEqualTo(200);
  }

  @Test
  void fullDisk_isDownThoughTheDatabaseAnswers() {
    Outage full = new Outage(Outage.Reason.DISK_FULL, NOON);
    assertThat(HealthStatus.of(health(true, Optional.of(full), false)))
        .isEqualTo(
            new HealthStatus(
                HealthStatus.Status.DOWN, Optional.of("disk_full"), Optional.of(NOON)));
    assertThat(HealthStatus.Status.DOWN.http()).isEqualTo(503);
  }

  @Test
  void databaseAway_isDown() {
    Outage away = new Outage(Outage.Reason.UNREACHABLE, NOON);
    assertThat(HealthStatus.of(health(false, Optional.of(away), true)).reason())
        .contains("database_away");
    assertThat(HealthStatus.of(health(false, Optional.empty(), true)).status())
        .isEqualTo(HealthStatus.Status.DOWN);
  }
}
