package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import javax.sql.DataSource;

/** Rooms on PostgreSQL through EclipseLink. */
class PostgresRoomsTest extends RoomsContract {
  private EmbeddedPostgres server;
  private HikariDataSource pool;

  @Override
  DataSource newDatabase() throws Exception {
    server = EmbeddedPostgres.start();
    pool = Databases.pool(server.getJdbcUrl("postgres", "postgres"));
    return pool;
  }

  @Override
  void dispose() throws Exception {
    pool.close();
    server.close();
  }
}
