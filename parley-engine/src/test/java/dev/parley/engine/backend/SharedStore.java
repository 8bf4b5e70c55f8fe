package dev.parley.engine.backend;

import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.backend.nats.NatsBackend;
import dev.parley.engine.backend.nats.NatsSettings;
import dev.parley.engine.backend.redis.RedisBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.h2.H2File;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** A store that several processes use, as one of them has it. */
final class SharedStore implements AutoCloseable {
  private static final Duration LOOK_FOR_OTHERS = Duration.ofMillis(250);

  private final MessageBackend backend;
  private final Runnable release;

  private SharedStore(MessageBackend backend, Runnable release) {
    this.backend = backend;
    this.release = release;
    backend.connect();
  }

  /**
   * The store at a JDBC URL, or at an address that begins with {@code redis:} or {@code nats:}, or
   * the H2 file in a directory whose URI begins with {@code file:}.
   */
  static SharedStore at(String address) {
    if (address.startsWith("redis:")) {
      return new SharedStore(
          new RedisBackend(URI.create(address), "parley:", topic -> 0, Retention.EVERYTHING),
          () -> {});
    }
    if (address.startsWith("nats:")) {
      return new SharedStore(
          new NatsBackend(
              NatsSettings.of(address, Retention.EVERYTHING), InstantSource.system(), topic -> 0),
          () -> {});
    }
    Database database = Database.open(url(address), JpaBackend.ENTITIES);
    return new SharedStore(
        new JpaBackend(
            database.transactions(),
            InstantSource.system(),
            topic -> 0,
            LOOK_FOR_OTHERS,
            Retention.EVERYTHING,
            database.notices()),
        database::close);
  }

  private static String url(String address) {
    return address.startsWith("file:") ? H2File.url(Path.of(URI.create(address))) : address;
  }

  MessageBackend backend() {
    return backend;
  }

  @Override
  public void close() {
    backend.disconnect();
    release.run();
  }
}
