package dev.parley.engine.backend.jpa;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.spi.MessageBackendContract;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Topics as rows of one database, opened once for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaBackendContract extends MessageBackendContract {
  private final Store store;
  private HikariDataSource pool;
  private Database database;

  JpaBackendContract(Store store) {
    this.store = store;
  }

  @BeforeAll
  final void open() {
    pool = store.newDatabase();
    database = store.database(pool, JpaBackend.ENTITIES);
  }

  @AfterAll
  final void close() {
    if (database != null) { // where the product is not there, it was never opened
      database.close();
      pool.close();
    }
  }

  @Override
  protected final JpaBackend newBackend() {
    empty();
    return backend();
  }

  /** Another node over the same rows. */
  final JpaBackend backend() {
    return new JpaBackend(database.transactions(), InstantSource.system(), Duration.ofMillis(50));
  }

  /** As after a restore from a backup that knew of no topic. */
  final void empty() {
    database
        .transactions()
        .run(
            entities -> {
              entities.createQuery("DELETE FROM TopicMessage m").executeUpdate();
              entities.createQuery("DELETE FROM Topic t").executeUpdate();
            });
  }
}
