package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** Memory on PostgreSQL through EclipseLink. */
class PostgresMemoryRowsTest extends MemoryRowsContract {
  private EmbeddedPostgres server;
  private HikariDataSource pool;

  @Override
  Database open() throws Exception {
    server = EmbeddedPostgres.start();
    pool = Databases.pool(server.getJdbcUrl("postgres", "postgres"));
    return Database.over(pool, MemoryRows.ENTITIES);
  }

  @Override
  void close() throws Exception {
    pool.close();
    server.close();
  }
}
