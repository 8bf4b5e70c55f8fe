package dev.parley.engine.backend.nats;

import dev.parley.engine.NatsServer;
import dev.parley.engine.backend.nats.NatsSettings.Kept;
import dev.parley.spi.MessageBackendContract;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

class NatsBackendTest extends MessageBackendContract {
  @Override
  protected NatsBackend newBackend() {
    return over(NatsServer.shared(), newPrefix(), Kept.EVERYTHING);
  }

  /** Names nobody used before. */
  static String newPrefix() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  /** A node over the topics under {@code prefix}. */
  static NatsBackend over(NatsServer server, String prefix, Kept kept) {
    NatsSettings settings = new NatsSettings(server.url(), prefix, kept, Duration.ofSeconds(4));
    return new NatsBackend(settings, InstantSource.system(), topic -> 0);
  }
}
