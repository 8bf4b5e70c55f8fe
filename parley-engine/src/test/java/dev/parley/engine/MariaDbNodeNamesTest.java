package dev.parley.engine;

/** Processes over one MariaDB. */
class MariaDbNodeNamesTest extends NodeNamesContract {
  MariaDbNodeNamesTest() {
    super(Store.MARIADB);
  }
}
