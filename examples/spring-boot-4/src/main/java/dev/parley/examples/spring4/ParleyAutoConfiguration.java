package dev.parley.examples.spring4;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;

/** A Parley over the application's database, its health and its meters. */
// tag::configuration[]
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
public class ParleyAutoConfiguration {
  /** Makes its own tables, after the application has migrated its own. Closed before the pool is. */
  @Bean(destroyMethod = "close")
  @DependsOnDatabaseInitialization
  @ConditionalOnMissingBean
  Parley parley(DataSource source) {
    return ParleyBuilder.builder().database(source).build();
  }

  @Bean
  HealthIndicator parleyHealthIndicator(Parley parley) {
    return () -> {
      dev.parley.Health health = parley.health();
      Health.Builder answer =
          health.storageReachable() && health.outage().isEmpty() ? Health.up() : Health.down();
      return answer
          .withDetail("storage", health.storage())
          .withDetail("rooms", health.bus().durable())
          .withDetail("connections", health.connections().open())
          .build();
    };
  }

  @Bean
  MeterBinder parleyMeters(Parley parley) {
    return registry -> {
      Gauge.builder("parley.connections", parley, it -> it.health().connections().open())
          .description("Agents that are connected to this process")
          .register(registry);
      Gauge.builder("parley.undelivered", parley, it -> it.health().backlog().undelivered())
          .description("Messages that were accepted and not yet passed to a listener")
          .register(registry);
    };
  }
}
// end::configuration[]
