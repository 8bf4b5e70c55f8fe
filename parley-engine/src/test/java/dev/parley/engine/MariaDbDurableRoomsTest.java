package dev.parley.engine;

/** Durable rooms on MariaDB. */
class MariaDbDurableRoomsTest extends DurableRoomsContract {
  MariaDbDurableRoomsTest() {
    super(Store.MARIADB);
  }
}
