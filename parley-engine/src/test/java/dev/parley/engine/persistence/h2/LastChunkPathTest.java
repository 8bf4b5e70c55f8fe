package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.persistence.h2.FileHeader.Named;
import dev.parley.engine.persistence.h2.RecordedFile.Change;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastChunkPathTest {
  private static final int COMMITS = 400;

  /** An open database takes a third of a second. It is odd, to meet both chunks and headers. */
  private static final int OPENED_EACH = 15;

  @Test
  void header_writtenAfterAChunk_namesThatChunk(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url() + ";RETENTION_TIME=0");
    List<Change> changes = file.changes();
    int headers = 0;
    for (int i = 1; i < changes.size(); i++) {
      Optional<Named> named = changes.get(i).named();
      Optional<FileChunk> chunk = changes.get(i - 1).chunk();
      if (named.isPresent() && chunk.isPresent()) {
        assertThat(named).hasValue(new Named(chunk.get().id(), chunk.get().block()));
        headers++;
      }
    }
    assertThat(headers).isGreaterThan(COMMITS / 10);
  }

  /** Or nothing leads to the last, if that is when the process is killed. */
  @Test
  void chunk_writtenOverAnother_isNotOverTheNamedOne(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url() + ";RETENTION_TIME=0");
    long named = 0;
    Set<Long> places = new HashSet<>();
    int reused = 0;
    for (Change change : file.changes()) {
      named = change.named().map(Named::block).orElse(named);
      Optional<FileChunk> chunk = change.chunk();
      if (chunk.isPresent()) {
        assertThat(named < chunk.get().block() || named >= chunk.get().end()).isTrue();
        reused += places.add(chunk.get().block()) ? 0 : 1;
      }
    }
    assertThat(reused).isGreaterThan(COMMITS / 10);
  }

  @Test
  void chunkFinder_ofAClosedFile_findsTheLastAndNoneAfterIt(@TempDir Path directory)
      throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url());
    List<FileChunk> chunks = file.changes().stream().flatMap(c -> c.chunk().stream()).toList();
    FileChunk last = chunks.get(chunks.size() - 1);
    try (FileChannel channel = FileChannel.open(directory.resolve("db.mv.db"))) {
      ChunkFinder finder = new ChunkFinder(channel);
      assertThat(finder.named()).hasValue(last);
      assertThat(finder.before(last.id() + 1)).hasValue(last);
      assertThat(finder.before(last.id() + 2)).isEmpty();
    }
  }

  @Test
  void database_writtenThroughIt_isOneForOthers(@TempDir Path directory) throws Exception {
    fillAndEmpty(H2File.url(directory));
    try (Connection plain =
            DriverManager.getConnection("jdbc:h2:file:" + directory.resolve("parley"));
        Statement statement = plain.createStatement();
        var rows = statement.executeQuery("SELECT MAX(id), COUNT(*) FROM t")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(COMMITS - 1);
      assertThat(rows.getInt(2)).isEqualTo(10);
    }
  }

  /** A power cut may keep both ends of a chunk and lose a block between them. */
  @Test
  void chunkWithoutABlock_isNotOpened(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url());
    List<Change> changes = file.changes();
    int opened = 0;
    for (int i = changes.size() / 2; i < changes.size(); i += OPENED_EACH) {
      Optional<FileChunk> chunk = changes.get(i).chunk();
      if (chunk.isPresent() && chunk.get().length() > 2) {
        opened++;
        byte[] image = file.after(i + 1);
        int lost = Math.toIntExact((chunk.get().block() + 1) * FileChunk.BLOCK);
        Arrays.fill(image, lost, lost + FileChunk.BLOCK, (byte) 0);
        Files.write(directory.resolve("parley.mv.db"), image);
        try (Connection connection = DriverManager.getConnection(H2File.url(directory));
            Statement statement = connection.createStatement();
            var rows = statement.executeQuery("SELECT COUNT(*), SUM(LENGTH(body)) FROM t")) {
          rows.next();
          assertThat(rows.getInt(1)).as("rows after write %s", i).isBetween(9, 11);
        }
      }
    }
    assertThat(opened).isGreaterThan(COMMITS / 50);
  }

  /** A kill between two moves may leave a file that H2 opens as it was long before. */
  @Test
  void closing_movesNoChunk(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url());
    FileStorage storage = new FileStorage(file.url(), InstantSource.system());
    try (Connection last = storage.getConnection()) {
      assertThat(last.isReadOnly()).isFalse();
      storage.close();
    }
    long newest = 0;
    for (Change change : file.changes()) {
      Optional<FileChunk> chunk = change.chunk();
      if (chunk.isPresent()) {
        assertThat(chunk.get().version()).isGreaterThan(newest);
        newest = chunk.get().version();
      }
    }
    assertThat(newest).isGreaterThan(COMMITS);
  }

  /** Rows of many sizes come and go, so that chunks find room between others. */
  private static void fillAndEmpty(String url) throws Exception {
    Random random = new Random(7);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, body VARCHAR(100000))");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
          PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE id = ?")) {
        for (int i = 0; i < COMMITS; i++) {
          insert.setInt(1, i);
          insert.setString(2, "x".repeat(random.nextInt(20_000)));
          insert.execute();
          delete.setInt(1, i - 10);
          delete.execute();
        }
      }
    }
  }
}
