package dev.parley.engine.memory;

import dev.parley.engine.Store;

/** Memory on MariaDB through EclipseLink. */
class MariaDbMemoryRowsTest extends JpaMemoryStoreContract {

  @Override
  OpenRows open() {
    return OpenRows.on(Store.MARIADB);
  }
}
