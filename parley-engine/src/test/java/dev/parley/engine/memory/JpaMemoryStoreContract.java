package dev.parley.engine.memory;

import dev.parley.spi.IdempotentUpdatesContract;
import dev.parley.spi.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Memory as rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaMemoryStoreContract extends IdempotentUpdatesContract {
  private OpenRows rows;

  abstract OpenRows open() throws Exception;

  @BeforeAll
  final void openRows() throws Exception {
    rows = open();
  }

  @AfterAll
  final void closeRows() throws Exception {
    if (rows != null) { // where the database is not there, it was never opened
      rows.close();
    }
  }

  @Override
  protected final MemoryStore newStore(InstantSource clock) {
    return rows.emptied(clock);
  }
}
