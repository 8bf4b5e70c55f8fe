package dev.parley.engine.memory;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Memory in a database that compares without regard to case, as some do unless told otherwise. */
@OnStores(Store.H2)
class CaseBlindMemoryRowsTest extends JpaMemoryStoreContract {

  @Override
  OpenRows open(Store store) throws SQLException {
    HikariDataSource pool = store.newMigratedDatabase();
    Database database = store.database(pool, JpaMemoryStore.ENTITIES);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE parley_memory ALTER COLUMN name VARCHAR_IGNORECASE(256)");
    }
    return new OpenRows(database, pool);
  }
}
