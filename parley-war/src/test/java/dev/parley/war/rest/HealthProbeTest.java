package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.settings.Settings;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.junit.jupiter.api.Test;

/** The probe of a server that is not open yet. */
class HealthProbeTest {
  private final AtomicReference<Optional<Parley>> opened = new AtomicReference<>(Optional.empty());

  @Test
  void health_beforeItIsOpen_isDownAndWaitsForNothing() {
    ServletContextHandler deployed = new ServletContextHandler("/");
    deployed.setInitParameter("parley.bound-to-loopback", "true");
    ServletContext context = deployed.getServletContext();
    new Authenticator(
            TokenPolicy.of(Settings.of(context)), () -> opened.get().orElseThrow().credentials())
        .publish(context);
    new Web(
            context,
            HealthProbeTest::waiting,
            opened::get,
            new SessionCounts(counted -> 0, counted -> 0),
            WakeServices.unguarded())
        .publish(context);
    HealthProbe.Answer closed = HealthProbe.of(context, null);
    assertThat(closed.status()).isEqualTo(503);
    assertThat(text(closed)).contains("\"status\":\"down\"", "\"reason\":\"not_open\"");
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      opened.set(Optional.of(parley));
      HealthProbe.Answer open = HealthProbe.of(context, null);
      assertThat(open.status()).isEqualTo(200);
      assertThat(text(open)).contains("\"status\":\"up\"").doesNotContain("reason");
    }
  }

  private static Parley waiting() {
    throw new AssertionError("the probe waits until it is open");
  }

  private static String text(HealthProbe.Answer answer) {
    return Json.text(answer.fields());
  }
}
