package dev.parley.examples.quarkus;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.agroal.DataSource;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** A Parley over a database of the application, and its meters. */
// tag::bean[]
@Singleton
public class ParleyBean {
  /** The source has no part in transactions of the application: Parley has its own. */
  @Produces
  @Singleton
  @Startup
  Parley parley(@DataSource("parley") AgroalDataSource source, MeterRegistry registry) {
    Parley parley = ParleyBuilder.builder().database(source).build();
    Gauge.builder("parley.connections", parley, it -> it.health().connections().open())
        .description("Agents that are connected to this process")
        .register(registry);
    Gauge.builder("parley.undelivered", parley, it -> it.health().backlog().undelivered())
        .description("Messages that were accepted and not yet passed to a listener")
        .register(registry);
    return parley;
  }

  void close(@Disposes Parley parley) {
    parley.close();
  }
}
// end::bean[]
