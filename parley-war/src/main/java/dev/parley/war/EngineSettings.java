package dev.parley.war;

import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.audit.AuditRetention;
import dev.parley.engine.hook.HookMode;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.persistence.h2.H2Url;
import dev.parley.engine.room.AllowedTopics;
import dev.parley.engine.room.RateLimit;
import dev.parley.spi.Retention;
import dev.parley.war.settings.Settings;
import dev.parley.war.tool.AllTools;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** The settings of a deployment that are the engine's. */
final class EngineSettings {
  private EngineSettings() {}

  /**
   * Returns the builder of the engine that the settings describe, but for a data source of the
   * application server.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} naming the setting
   * @throws IllegalArgumentException where another one cannot be followed
   */
  static ParleyBuilder builder(Settings settings) {
    ParleyBuilder engine = ParleyBuilder.builder().toolNames(AllTools.set().names());
    settings.value("data").map(Path::of).ifPresent(engine::data);
    settings.value("db").filter(db -> !ContainerDataSource.isName(db)).ifPresent(engine::database);
    engine.durability(durability(settings));
    settings.value("node").ifPresent(engine::node);
    settings.value("home").map(Path::of).ifPresent(engine::home);
    settings.value("hooks").map(HookMode::parse).ifPresent(engine::hooks);
    settings.value("rate-limit").map(RateLimit::parse).ifPresent(engine::rateLimit);
    settings.count("replay").ifPresent(engine::replay);
    settings.count("drain-threads").ifPresent(engine::drainThreads);
    engine.limits(ServerLimits.of(settings).engine());
    engine.retention(
        new Retention(
            settings.count("keep-messages").stream().mapToLong(Integer::longValue).findFirst(),
            settings.duration("keep")));
    engine.audit(audit(settings));
    settings.value("bus").map(URI::create).ifPresent(engine::bus);
    MirrorSettings.addTo(engine, settings);
    TopicSettings topics = TopicSettings.of(settings);
    engine.topics(AllowedTopics.of(topics.names(), topics.patterns()));
    settings.duration("lease").ifPresent(engine::lease);
    settings.duration("grace").ifPresent(engine::grace);
    PresenceSettings presence = PresenceSettings.of(settings);
    engine.presence(presence.heartbeat(), presence.ttl());
    settings.duration("stuck-after").ifPresent(engine::stuckAfter);
    return engine;
  }

  /** Returns the durability; that of another database is refused before anything is opened. */
  private static Durability durability(Settings settings) {
    Durability durability =
        settings.value("durability").map(Durability::parse).orElse(Durability.COMMIT);
    if (settings.value("db").filter(db -> !H2Url.isFile(db)).isPresent()) {
      durability.refuseWithoutFile();
    }
    return durability;
  }

  private static AuditRetention audit(Settings settings) {
    return new AuditRetention(
        settings.count("audit-days").map(Duration::ofDays).orElse(AuditRetention.DEFAULT.age()),
        settings.count("audit-rows").orElse(AuditRetention.DEFAULT.rows()));
  }
}
