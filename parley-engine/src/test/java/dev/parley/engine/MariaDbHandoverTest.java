package dev.parley.engine;

/** Connections that go on at another node, on MariaDB. */
class MariaDbHandoverTest extends HandoverContract {
  MariaDbHandoverTest() {
    super(Store.MARIADB);
  }
}
