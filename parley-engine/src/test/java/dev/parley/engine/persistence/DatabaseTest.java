package dev.parley.engine.persistence;

import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Outage;
import dev.parley.engine.room.RoomRows;
import dev.parley.problem.Code;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void open_ofWhatIsNoDatabase_failsWithoutThePassword() {
    for (String url :
        new String[] {
          "jdbc:postgresql://alice:s3cret@127.0.0.1:1/parley",
          "jdbc:postgresql://127.0.0.1:1/parley?user=alice&password=s3cret&ssl=false",
          "jdbc:nothing:x;PASSWORD=s3cret;A=B"
        }) {
      assertThatThrownBy(() -> Database.open(url, RoomRows.ENTITIES))
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContaining("cannot be opened")
          .hasMessageNotContaining("s3cret");
    }
  }

  @Test
  void open_again_migratesNothingTwice(@TempDir Path directory) {
    for (int i = 0; i < 2; i++) {
      try (HikariDataSource source = Databases.inFile(directory);
          Database database = Database.over(source, RoomRows.ENTITIES)) {
        assertThat(database.health().storageReachable()).isTrue();
      }
    }
  }

  @Test
  void health_whileTheDatabaseIsAway_saysSoAndKeepsTheProduct() {
    try (HikariDataSource pool = Databases.inMemory()) {
      Outage source = new Outage(pool);
      try (Database database = Database.over(source, RoomRows.ENTITIES)) {
        String product = database.health().storage();
        assertThat(product).startsWith("H2 2.");
        source.begin();
        assertThat(database.health().storageReachable()).isFalse();
        assertThat(database.health().storage()).isEqualTo(product);
        source.end();
        assertThat(database.health().storageReachable()).isTrue();
      }
    }
  }

  @Test
  void transaction_onAClosedDatabase_isRefused() {
    try (HikariDataSource source = Databases.inMemory()) {
      Database database = Database.over(source, RoomRows.ENTITIES);
      Transactions transactions = database.transactions();
      database.close();
      assertThat(refusedCode(() -> transactions.run(em -> em.flush()))).isEqualTo(Code.UNAVAILABLE);
    }
  }
}
