package dev.parley.war.rest;

import dev.parley.Health;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A server's health in one word, with the most severe reason where it is not {@link Status#UP}.
 *
 * @param reason for programs: {@code database_away}, {@code disk_full}, {@code broker_away} or
 *     {@code not_open}
 * @param since when it was first found so, as far as that is known
 */
public record HealthStatus(Status status, Optional<String> reason, Optional<Instant> since) {

  /** The words, and the HTTP status of each. */
  public enum Status {
    /** Everything is served. */
    UP(200),
    /** Much is served, and what needs the broker waits for it or is refused. */
    DEGRADED(200),
    /** Nothing can be written: give it no work. */
    DOWN(503);

    private final int http;

    Status(int http) {
      this.http = http;
    }

    /** The HTTP status of {@code GET /health}. */
    public int http() {
      return http;
    }

    /** The word on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One whose database is not open, yet or at all. */
  static final HealthStatus NOT_OPEN =
      new HealthStatus(Status.DOWN, Optional.of("not_open"), Optional.empty());

  /** Returns the fitness that follows from what a Parley says of itself. */
  public static HealthStatus of(Health health) {
    if (health.outage().isPresent()) {
      Health.Outage outage = health.outage().get();
      String reason =
          switch (outage.reason()) {
            case UNREACHABLE -> "database_away";
            case DISK_FULL -> "disk_full";
          };
      return new HealthStatus(Status.DOWN, Optional.of(reason), Optional.of(outage.since()));
    }
    if (!health.storageReachable()) {
      return new HealthStatus(Status.DOWN, Optional.of("database_away"), Optional.empty());
    }
    return health.bus().reachable()
        ? new HealthStatus(Status.UP, Optional.empty(), Optional.empty())
        : new HealthStatus(Status.DEGRADED, Optional.of("broker_away"), health.bus().awaySince());
  }
}
