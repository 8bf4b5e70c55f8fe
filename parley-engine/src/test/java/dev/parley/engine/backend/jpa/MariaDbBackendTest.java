package dev.parley.engine.backend.jpa;

import dev.parley.engine.Store;

class MariaDbBackendTest extends JpaBackendContract {
  MariaDbBackendTest() {
    super(Store.MARIADB);
  }
}
