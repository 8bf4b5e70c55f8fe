package dev.parley.engine;

/** Connections that go on at another node, on PostgreSQL. */
class PostgresHandoverTest extends HandoverContract {
  PostgresHandoverTest() {
    super(Store.POSTGRESQL);
  }
}
