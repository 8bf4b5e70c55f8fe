package dev.parley.engine.memory;

/** Memory kept in PostgreSQL. */
class KeptInPostgresTest extends KeptInRowsTest {

  @Override
  OpenRows open() throws Exception {
    return OpenRows.onPostgres();
  }
}
