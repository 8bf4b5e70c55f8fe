package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Store;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Wherever MariaDB keeps text of ours, it tells case and blanks apart, whatever its own settings.
 */
class MariaDbTextTest {

  @Test
  void everyColumnOfText_isKeptAndComparedAsItIs() throws SQLException {
    try (HikariDataSource source = Store.MARIADB.newDatabase()) {
      assertThat(Database.migrate(source)).startsWith("MariaDB ");
      List<String> columns = new ArrayList<>();
      List<String> collations = new ArrayList<>();
      try (Connection connection = source.getConnection();
          Statement statement = connection.createStatement();
          ResultSet found =
              statement.executeQuery(
                  """
                  SELECT table_name, column_name, collation_name FROM information_schema.columns
                  WHERE table_schema = DATABASE() AND collation_name IS NOT NULL
                    AND table_name <> 'parley_schema_history'
                  """)) {
        while (found.next()) {
          columns.add(found.getString(1) + "." + found.getString(2));
          collations.add(found.getString(3));
        }
      }
      assertThat(columns).contains("parley_room.name", "parley_task.idempotency_key");
      assertThat(collations).as("of %s", columns).containsOnly("utf8mb4_nopad_bin");
    }
  }
}
