package dev.parley.engine.backend.jpa;

import dev.parley.engine.Store;

class HibernateBackendTest extends JpaBackendContract {
  HibernateBackendTest() {
    super(Store.H2_HIBERNATE);
  }
}
