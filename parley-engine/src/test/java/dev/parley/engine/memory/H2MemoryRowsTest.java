package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import javax.sql.DataSource;

/** Memory on H2 through EclipseLink: the default. */
class H2MemoryRowsTest extends MemoryRowsContract {
  private HikariDataSource pool;

  @Override
  final Database open() {
    pool = newPool();
    return over(pool);
  }

  HikariDataSource newPool() {
    return Databases.inMemory();
  }

  Database over(DataSource source) {
    return Database.over(source, MemoryRows.ENTITIES);
  }

  @Override
  final void close() {
    pool.close();
  }
}
