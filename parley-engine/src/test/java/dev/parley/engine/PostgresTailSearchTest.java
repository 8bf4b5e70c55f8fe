package dev.parley.engine;

/** Search on PostgreSQL for what its index does not have yet. */
class PostgresTailSearchTest extends SearchContract {
  PostgresTailSearchTest() {
    super(Store.POSTGRESQL);
  }
}
