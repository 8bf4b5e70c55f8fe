package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;

/**
 * A process can end between any two statements of a migration. H2 and MariaDB commit each statement
 * that changes a table by itself, so the next start runs the migration again from its first one.
 */
class MigrationTest {
  /** More than come before the first migration begins. */
  private static final int STATEMENTS = 24;

  private static final int PAIRS_AT_ONCE = 6;
  private static final Duration A_WHILE = Duration.ofMillis(300);
  private static final Duration BOUND = Duration.ofSeconds(30);

  @Test
  void migrations_endedAfterAnyStatement_runAgain_onH2() throws Exception {
    try (HikariDataSource source = Databases.inMemory()) {
      endAfterEachStatement(source);
    }
  }

  @Test
  void migrations_endedAfterAnyStatement_runAgain_onMariaDb() throws Exception {
    try (HikariDataSource source = Store.MARIADB.newDatabase()) {
      endAfterEachStatement(source);
    }
  }

  @Test
  void migrate_whileAnotherBegins_ends_onPostgres() throws Exception {
    migrateBetweenStatements(Store.POSTGRESQL);
  }

  @Test
  void migrate_whileAnotherBegins_ends_onMariaDb() throws Exception {
    migrateBetweenStatements(Store.MARIADB);
  }

  /**
   * Another process migrates the empty database before the first statement, the second, ... Each
   * mostly waits for the other, so several pairs run at once.
   */
  private static void migrateBetweenStatements(Store store) throws Exception {
    store.newDatabase().close(); // the server runs, or the test is skipped
    ExecutorService pairs = Executors.newFixedThreadPool(PAIRS_AT_ONCE);
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int before = 1; before <= STATEMENTS; before++) {
        int statement = before;
        all.add(() -> migrateBefore(store, statement));
      }
      for (Future<Void> pair : pairs.invokeAll(all)) {
        pair.get();
      }
    } finally {
      pairs.shutdownNow();
    }
  }

  private static Void migrateBefore(Store store, int statement) {
    try (HikariDataSource source = store.newDatabase()) {
      FutureTask<String> other = new FutureTask<>(() -> Database.migrate(source));
      DataSource interrupted = Interleaved.of(source, statement, () -> runFor(other, A_WHILE));
      assertThatCode(() -> Database.migrate(interrupted))
          .as("another began before statement %s", statement)
          .doesNotThrowAnyException();
      assertThat(other).succeedsWithin(BOUND);
    }
    return null;
  }

  /** It may have to wait for who called this. */
  private static void runFor(FutureTask<?> work, Duration atMost) {
    Thread thread = new Thread(work);
    thread.start();
    try {
      thread.join(atMost.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs each migration up to its first statement, then up to its second, and so on. */
  private static void endAfterEachStatement(DataSource source) throws Exception {
    Dialect dialect = Dialect.of(source);
    int run = 0;
    for (String script : scripts(source, dialect)) {
      List<String> statements = statements(script, dialect.words());
      for (int last = 1; last <= statements.size(); last++) {
        try (Connection connection = source.getConnection();
            Statement statement = connection.createStatement()) {
          for (String sql : statements.subList(0, last)) {
            assertThatCode(() -> statement.execute(sql))
                .as("%s, ended after statement %s: %s", script, last, sql)
                .doesNotThrowAnyException();
            run++;
          }
        }
      }
    }
    assertThat(run).isGreaterThan(100);
  }

  private static List<String> scripts(DataSource source, Dialect dialect) throws SQLException {
    List<String> scripts = new ArrayList<>();
    for (MigrationInfo migration :
        Flyway.configure(MigrationTest.class.getClassLoader())
            .dataSource(source)
            .locations(dialect.migrations())
            .load()
            .info()
            .all()) {
      scripts.add(migration.getScript());
    }
    return scripts;
  }

  private static List<String> statements(String script, Map<String, String> words)
      throws IOException {
    String sql = "";
    for (String folder : List.of("common", "mariadb")) {
      try (InputStream file =
          MigrationTest.class.getResourceAsStream(
              "/dev/parley/engine/migration/" + folder + "/" + script)) {
        if (file != null) {
          sql = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
      }
    }
    for (Map.Entry<String, String> word : words.entrySet()) {
      sql = sql.replace("${" + word.getKey() + "}", word.getValue());
    }
    sql = sql.lines().filter(line -> !line.startsWith("--")).reduce("", (a, b) -> a + b + "\n");
    return Arrays.stream(sql.split(";\n")).filter(part -> !part.isBlank()).toList();
  }
}
