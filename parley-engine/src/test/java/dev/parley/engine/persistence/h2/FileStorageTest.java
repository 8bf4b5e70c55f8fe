package dev.parley.engine.persistence.h2;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.persistence.Database;
import dev.parley.engine.persistence.DatabaseUnusable;
import dev.parley.engine.persistence.Durability;
import dev.parley.engine.room.RoomRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStorageTest {
  private static final int MEGABYTE = 1 << 20;

  @AfterEach
  void makeRoom() {
    ScarceDisk.full(false);
  }

  @Test
  void close_freesRoomForTheNextStart(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("parley.mv.db");
    fill(H2File.url(directory), 1_000);
    update(H2File.url(directory), 1_000, 500);
    long first = Files.size(file);
    for (int start = 0; start < 4; start++) {
      update(H2File.url(directory), 1_000, 500);
    }
    assertThat(Files.size(file)).isLessThan(2 * first);
  }

  @Test
  void close_onAnInterruptedThread_leavesTheFileAsItIs(@TempDir Path directory) throws Exception {
    String url = H2File.url(directory);
    fill(url, 1_000);
    FileStorage storage = new FileStorage(url, InstantSource.system());
    try (Connection connection = storage.getConnection()) {
      update(connection, 1_000, 500);
      long used = FileCompaction.usedRoom(connection);
      Thread.currentThread().interrupt();
      try {
        storage.close();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(FileCompaction.usedRoom(connection)).isEqualTo(used);
    }
  }

  /** A page that is not written again for long keeps the room of the whole commit it was in. */
  @Test
  void file_inUse_hasRoomAgain(@TempDir Path directory) throws Exception {
    String url = H2File.url(directory) + ";RETENTION_TIME=0";
    fill(url, 40_000);
    FileStorage storage =
        new FileStorage(url, InstantSource.system(), new FileCompaction(16 * MEGABYTE, 1));
    try (Connection connection = storage.getConnection()) {
      update(connection, 40_000, 4_000);
      assertThat(FileCompaction.usedRoom(connection)).isGreaterThan(32 * MEGABYTE);
      storage.pooledBy(() -> {});
      eventually("its room is free", () -> usedRoom(connection) < 24 * MEGABYTE);
      storage.close();
    }
  }

  @Test
  void busyFile_isLeftAlone_untilItIsLarge(@TempDir Path directory) throws Exception {
    String url = H2File.url(directory) + ";RETENTION_TIME=0";
    fill(url, 40_000);
    FileStorage storage = new FileStorage(url, InstantSource.system());
    try (Connection connection = storage.getConnection()) {
      FileCompaction compaction = new FileCompaction(16 * MEGABYTE, 3);
      update(connection, 40_000, 4_000);
      long used = FileCompaction.usedRoom(connection);
      compaction.inUse(connection);
      assertThat(FileCompaction.usedRoom(connection)).as("busy").isEqualTo(used);
      compaction.inUse(connection);
      compaction.inUse(connection);
      assertThat(FileCompaction.usedRoom(connection)).as("a pause").isEqualTo(used);
      compaction.inUse(connection);
      assertThat(FileCompaction.usedRoom(connection)).as("quiet").isNotEqualTo(used);

      FileCompaction ofLess = new FileCompaction(MEGABYTE, 3);
      update(connection, 40_000, 4_000);
      used = FileCompaction.usedRoom(connection);
      ofLess.inUse(connection);
      assertThat(FileCompaction.usedRoom(connection)).as("busy and large").isNotEqualTo(used);
      storage.close();
    }
  }

  /** It would fill the disk again as soon as there is a little room, and so stop all writes. */
  @Test
  void compaction_thatMeetsAFullDisk_isNotRepeatedAtOnce(@TempDir Path directory) throws Exception {
    String url = ScarceDisk.url(directory.resolve("parley")) + ";RETENTION_TIME=0";
    fill(url, 40_000);
    FileStorage storage =
        new FileStorage(url, InstantSource.system(), new FileCompaction(MEGABYTE, 1));
    try (Connection connection = storage.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE \"parley_schema_history\" (id INT)");
      update(connection, 40_000, 4_000);
    }
    ScarceDisk.full(true);
    storage.compactInUse();
    assertThat(storage.fullSince()).isPresent();
    ScarceDisk.full(false);
    eventually("there is room", () -> storage.fullSince().isEmpty());
    storage.getConnection().close(); // once it is open for writing
    ScarceDisk.full(true);
    int refused = ScarceDisk.refusedInDatabase();
    storage.compactInUse();
    assertThat(ScarceDisk.refusedInDatabase()).isEqualTo(refused);
    assertThat(storage.fullSince()).isEmpty();
  }

  /** A server that nobody uses leaves its disk alone. */
  @Test
  void force_ofWhatWasForced_isNoSync(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("recorded"), new byte[0]);
    FileStorage storage = new FileStorage(file.url(), InstantSource.system(), Durability.FSYNC);
    try (Connection connection = storage.getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 3; i++) {
        statement.execute("CREATE TABLE t" + i + " (id INT)");
        int before = file.forces();
        storage.force();
        storage.force();
        assertThat(file.forces()).isEqualTo(before + 1);
      }
      storage.close();
    }
  }

  @Test
  void openingThatFails_leavesNoThreadThatOpensTheFileAgain(@TempDir Path directory)
      throws Exception {
    fill(H2File.url(directory), 1);
    String url = H2File.url(directory) + ";ACCESS_MODE_DATA=r";
    FileStorage storage = new FileStorage(url, InstantSource.system());
    assertThatThrownBy(() -> Database.open(url, storage, RoomRows.ENTITIES))
        .isInstanceOf(DatabaseUnusable.class);
    eventually("its threads have ended", () -> !isCompacting());
  }

  private static boolean isCompacting() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("parley-compaction"));
  }

  private static long usedRoom(Connection connection) {
    try {
      return FileCompaction.usedRoom(connection);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void fill(String url, int rows) throws SQLException {
    FileStorage storage = new FileStorage(url, InstantSource.system());
    try (Connection connection = storage.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, body VARCHAR(1000))");
      statement.execute(
          "INSERT INTO t SELECT x, REPEAT('x', 200) FROM SYSTEM_RANGE(1, " + rows + ")");
      storage.close();
    }
  }

  private static void update(String url, int rows, int times) throws SQLException {
    FileStorage storage = new FileStorage(url, InstantSource.system());
    try (Connection connection = storage.getConnection()) {
      update(connection, rows, times);
      storage.close();
    }
  }

  /** Commits an update of a row, {@code times} times. */
  private static void update(Connection connection, int rows, int times) throws SQLException {
    Random random = new Random(7);
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE t SET body = ? WHERE id = ?")) {
      for (int time = 0; time < times; time++) {
        update.setString(1, "y".repeat(150 + random.nextInt(100)));
        update.setInt(2, 1 + random.nextInt(rows));
        update.execute();
      }
    }
  }
}
