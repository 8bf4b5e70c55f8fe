package dev.parley.examples.quarkus;

import dev.parley.Health;
import dev.parley.Parley;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** The part of {@code /q/health/ready} that is Parley's. */
// tag::readiness[]
@Readiness
@Singleton
public class ParleyReadiness implements HealthCheck {
  private final Parley parley;

  @Inject
  ParleyReadiness(Parley parley) {
    this.parley = parley;
  }

  @Override
  public HealthCheckResponse call() {
    Health health = parley.health();
    return HealthCheckResponse.named("parley")
        .status(health.storageReachable() && health.outage().isEmpty())
        .withData("storage", health.storage())
        .withData("connections", health.connections().open())
        .build();
  }
}
// end::readiness[]
