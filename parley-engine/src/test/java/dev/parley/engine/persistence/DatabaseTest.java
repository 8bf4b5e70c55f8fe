package dev.parley.engine.persistence;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Outage;
import dev.parley.engine.Store;
import dev.parley.engine.room.RoomRows;
import dev.parley.problem.ProblemCode;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseTest {

  @Test
  void open_ofAFileAnotherProcessHolds_saysSo(@TempDir Path directory) throws Exception {
    Databases.inFile(directory).close();
    try (FileChannel file =
            FileChannel.open(directory.resolve("parley.mv.db"), StandardOpenOption.WRITE);
        FileLock held = file.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(
              () -> Database.open("jdbc:h2:" + directory.resolve("parley"), RoomRows.ENTITIES))
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("another process holds it");
    }
  }

  @Test
  void open_ofWhatIsNoDatabase_failsWithAReason() {
    assertThatThrownBy(() -> Database.open("jdbc:nothing:x", RoomRows.ENTITIES))
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageStartingWith("The database at jdbc:nothing:x cannot be opened: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://alice:s3cret@db.example:5432/parley",
        "jdbc:postgresql://db.example/parley?user=alice&password=s3cret&ssl=false",
        "jdbc:h2:tcp://db.example/parley;USER=alice;PASSWORD=s3cret;TRACE_LEVEL_FILE=0"
      })
  void failure_withAPasswordInTheUrlOrInTheDriversWords_hidesIt(String url) {
    for (String words : List.of(url, "no such host alice:s3cret@db.example", "refused")) {
      assertThat(DatabaseUnusable.opening(url, new IllegalStateException(words)))
          .hasMessageContaining("db.example")
          .hasMessageNotContaining("s3cret");
    }
  }

  @Test
  void failure_withoutAWord_saysThatToo() {
    assertThat(DatabaseUnusable.opening("x", new IllegalStateException()))
        .hasMessage("The database at x cannot be opened: no reason was given");
  }

  @Test
  void open_again_migratesNothingTwice(@TempDir Path directory) {
    for (int i = 0; i < 2; i++) {
      try (HikariDataSource source = Databases.inFile(directory);
          Database database = Database.over(source, RoomRows.ENTITIES)) {
        assertThat(database.state().reachable()).isTrue();
      }
    }
  }

  @Test
  void health_whileTheDatabaseIsAway_saysSoAndKeepsTheProduct() {
    try (HikariDataSource pool = Databases.inMemory()) {
      Outage source = new Outage(pool);
      try (Database database = Database.over(source, RoomRows.ENTITIES)) {
        String product = database.state().product();
        assertThat(product).startsWith("H2 2.");
        source.begin();
        assertThat(database.state().reachable()).isFalse();
        assertThat(database.state().product()).isEqualTo(product);
        source.end();
        assertThat(database.state().reachable()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Store.class)
  void notices_areThereOnPostgresAlone(Store store) {
    try (HikariDataSource source = store.newDatabase();
        Database database = store.database(source, RoomRows.ENTITIES)) {
      assertThat(database.notices().isPresent()).isEqualTo(store == Store.POSTGRESQL);
    }
  }

  @Test
  void transaction_onAClosedDatabase_isRefused() {
    try (HikariDataSource source = Databases.inMemory()) {
      Database database = Database.over(source, RoomRows.ENTITIES);
      Transactions transactions = database.transactions();
      database.close();
      assertThat(refusedCode(() -> transactions.run(em -> em.flush())))
          .isEqualTo(ProblemCode.UNAVAILABLE);
    }
  }
}
