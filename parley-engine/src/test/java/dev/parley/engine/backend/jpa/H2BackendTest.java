package dev.parley.engine.backend.jpa;

import dev.parley.engine.Store;

class H2BackendTest extends JpaBackendContract {
  H2BackendTest() {
    super(Store.H2);
  }
}
