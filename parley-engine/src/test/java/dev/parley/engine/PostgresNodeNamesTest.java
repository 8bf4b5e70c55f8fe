package dev.parley.engine;

/** Processes over one PostgreSQL. */
class PostgresNodeNamesTest extends NodeNamesContract {
  PostgresNodeNamesTest() {
    super(Store.POSTGRESQL);
  }
}
