package dev.parley.engine;

/** Rooms on PostgreSQL through EclipseLink. */
class PostgresRoomsTest extends RoomsContract {
  PostgresRoomsTest() {
    super(Store.POSTGRESQL);
  }
}
