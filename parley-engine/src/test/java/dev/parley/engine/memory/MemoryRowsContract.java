package dev.parley.engine.memory;

import dev.parley.engine.persistence.Database;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStoreContract;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Memory as rows of one database, emptied for each rule. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MemoryRowsContract extends MemoryStoreContract {
  private Database database;

  abstract Database open() throws Exception;

  void close() throws Exception {}

  @BeforeAll
  final void openDatabase() throws Exception {
    database = open();
  }

  @AfterAll
  final void closeDatabase() throws Exception {
    database.close();
    close();
  }

  @Override
  protected final MemoryStore newStore(InstantSource clock) {
    database.transactions().run(em -> em.createQuery("DELETE FROM Memory m").executeUpdate());
    return new MemoryRows(database.transactions(), clock);
  }
}
