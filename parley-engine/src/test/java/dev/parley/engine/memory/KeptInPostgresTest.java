package dev.parley.engine.memory;

import dev.parley.engine.Store;

/** Memory kept in PostgreSQL. */
class KeptInPostgresTest extends KeptInRowsTest {

  @Override
  OpenRows open() throws Exception {
    return OpenRows.on(Store.POSTGRESQL);
  }
}
