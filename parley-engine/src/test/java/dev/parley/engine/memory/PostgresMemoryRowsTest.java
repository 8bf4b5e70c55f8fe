package dev.parley.engine.memory;

/** Memory on PostgreSQL through EclipseLink. */
class PostgresMemoryRowsTest extends MemoryRowsContract {

  @Override
  OpenRows open() throws Exception {
    return OpenRows.onPostgres();
  }
}
