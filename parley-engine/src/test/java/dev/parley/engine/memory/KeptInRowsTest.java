package dev.parley.engine.memory;

import dev.parley.engine.Store;
import dev.parley.spi.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Memory kept in H2. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptInRowsTest extends KeptMemoryContract {
  private OpenRows rows;

  OpenRows open() throws Exception {
    return OpenRows.on(Store.H2);
  }

  @BeforeAll
  final void openRows() throws Exception {
    rows = open();
  }

  @AfterAll
  final void closeRows() throws Exception {
    rows.close();
  }

  @Override
  final MemoryStore newStore(InstantSource clock) {
    return rows.emptied(clock);
  }
}
