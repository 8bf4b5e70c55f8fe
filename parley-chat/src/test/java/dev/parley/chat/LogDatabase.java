package dev.parley.chat;

import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** An H2 database in memory, with the topics of a Parley. */
public final class LogDatabase implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Database database =
      Database.open("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", JpaBackend.ENTITIES);

  /** The log of a Parley over this database, not connected. */
  public JpaBackend log() {
    return new JpaBackend(
        database.transactions(),
        InstantSource.system(),
        topic -> 0,
        LOOK,
        Retention.EVERYTHING,
        Optional.empty());
  }

  /** Removes all topics. */
  public void clear() {
    database
        .transactions()
        .run(
            entities -> {
              entities.createQuery("DELETE FROM Copy c").executeUpdate();
              entities.createQuery("DELETE FROM IdempotentPost p").executeUpdate();
              entities.createQuery("DELETE FROM TopicMessage m").executeUpdate();
              entities.createQuery("DELETE FROM Topic t").executeUpdate();
            });
  }

  @Override
  public void close() {
    database.close();
  }
}
