package dev.parley.engine.memory;

import dev.parley.engine.Store;
import dev.parley.spi.IdempotentUpdatesContract;
import dev.parley.spi.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Memory as rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaMemoryStoreContract extends IdempotentUpdatesContract {
  @Parameter private Store store;
  private OpenRows rows;

  OpenRows open(Store store) throws Exception {
    return OpenRows.on(store);
  }

  @BeforeParameterizedClassInvocation
  final void openRows() throws Exception {
    rows = open(store);
  }

  @AfterParameterizedClassInvocation
  final void closeRows() throws Exception {
    if (rows != null) { // where the database is not there, it was never opened
      rows.close();
      rows = null;
    }
  }

  @Override
  protected final MemoryStore newStore(InstantSource clock) {
    return rows.emptied(clock);
  }
}
