package dev.parley.engine;

/** Rooms on MariaDB through EclipseLink. */
class MariaDbRoomsTest extends RoomsContract {
  MariaDbRoomsTest() {
    super(Store.MARIADB);
  }
}
