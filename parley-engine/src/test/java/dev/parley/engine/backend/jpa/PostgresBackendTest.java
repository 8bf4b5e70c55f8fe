package dev.parley.engine.backend.jpa;

import dev.parley.engine.Store;

class PostgresBackendTest extends JpaBackendContract {
  PostgresBackendTest() {
    super(Store.POSTGRESQL);
  }
}
