package dev.parley.engine.memory;

import dev.parley.engine.Store;

/** Memory on H2 through EclipseLink: the default. */
class H2MemoryRowsTest extends JpaMemoryStoreContract {

  @Override
  OpenRows open() {
    return OpenRows.on(Store.H2);
  }
}
