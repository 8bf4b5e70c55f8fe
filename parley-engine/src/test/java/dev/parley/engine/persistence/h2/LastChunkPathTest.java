package dev.parley.engine.persistence.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.h2.mvstore.DataUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastChunkPathTest {
  private static final int COMMITS = 400;

  @Test
  void header_writtenAfterAChunk_namesThatChunk(@TempDir Path directory) throws Exception {
    RecordedFile file = RecordedFile.of(directory.resolve("db"), new byte[0]);
    fillAndEmpty(file.url() + ";RETENTION_TIME=0");
    List<String> lines = file.lines();
    int headers = 0;
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).startsWith("H:") && lines.get(i - 1).startsWith("chunk:")) {
        assertThat(number(lines.get(i), "chunk")).isEqualTo(number(lines.get(i - 1), "chunk"));
        assertThat(number(lines.get(i), "version")).isEqualTo(number(lines.get(i - 1), "version"));
        headers++;
      }
    }
    assertThat(headers).isGreaterThan(COMMITS / 10);
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

  private static long number(String line, String word) {
    return DataUtils.parseHexLong(DataUtils.parseMap(line).get(word));
  }
}
