package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.spi.MemoryStore;
import java.io.Closeable;
import java.io.IOException;
import java.time.InstantSource;

/** Memory in one database for all the tests of a class: opening one takes longer than a test. */
final class OpenRows implements Closeable {
  private final Database database;
  private final Closeable below;

  OpenRows(Database database, Closeable below) {
    this.database = database;
    this.below = below;
  }

  static OpenRows on(Store store) {
    HikariDataSource pool = store.newMigratedDatabase();
    return new OpenRows(store.database(pool, JpaMemoryStore.ENTITIES), pool);
  }

  /** A store that holds nothing; what the one before it held is gone. */
  MemoryStore emptied(InstantSource clock) {
    return emptied(clock, JpaMemoryStore.MAX_KEYS);
  }

  /** One that knows the last {@code keys} idempotency keys of an agent. */
  MemoryStore emptied(InstantSource clock, int keys) {
    database
        .transactions()
        .run(
            em -> {
              em.createQuery("DELETE FROM Memory m").executeUpdate();
              em.createQuery("DELETE FROM IdempotentWrite k").executeUpdate();
            });
    return new JpaMemoryStore(database.transactions(), clock, 500, keys);
  }

  @Override
  public void close() throws IOException {
    database.close();
    below.close();
  }
}
