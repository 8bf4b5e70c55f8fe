package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Rooms on H2 through EclipseLink: the default. */
class H2RoomsTest extends RoomsContract {
  private HikariDataSource pool;

  @Override
  DataSource newDatabase() {
    pool = Databases.inMemory();
    return pool;
  }

  @Override
  void dispose() {
    pool.close();
  }
}
