package dev.parley.engine;

/** Durable rooms on PostgreSQL. */
class PostgresDurableRoomsTest extends DurableRoomsContract {
  PostgresDurableRoomsTest() {
    super(Store.POSTGRESQL);
  }
}
