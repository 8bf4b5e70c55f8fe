package dev.parley.engine.memory;

import dev.parley.engine.Store;

/** Memory on PostgreSQL through EclipseLink. */
class PostgresMemoryRowsTest extends JpaMemoryStoreContract {

  @Override
  OpenRows open() throws Exception {
    return OpenRows.on(Store.POSTGRESQL);
  }
}
