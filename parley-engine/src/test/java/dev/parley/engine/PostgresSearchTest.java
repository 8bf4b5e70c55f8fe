package dev.parley.engine;

/** Search on PostgreSQL, by its index. */
class PostgresSearchTest extends SearchContract {
  PostgresSearchTest() {
    super(Store.POSTGRESQL);
  }
}
