package dev.parley.engine;

/** Search on MariaDB, which is read from the end. */
class MariaDbSearchTest extends SearchContract {
  MariaDbSearchTest() {
    super(Store.MARIADB);
  }
}
