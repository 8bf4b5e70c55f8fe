package dev.parley.engine;

import dev.parley.engine.persistence.h2.H2File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A look into a database file of a given content. */
interface FileLook<T> {
  /** The places of each kind of word. */
  Map<String, String> KEPT_IN =
      Map.of(
          "task", "SELECT title FROM parley_task",
          "message", "SELECT content FROM parley_message",
          "post", "SELECT body FROM parley_topic_message");

  String QUICKLY = ";FILE_LOCK=NO;MAX_COMPACT_TIME=0";

  /** Looks through a connection to the file. */
  Set<T> through(Connection connection) throws SQLException;

  /** Looks at a database file with this content, which is removed afterwards, by plain H2. */
  static <T> Set<T> look(Path name, byte[] content, FileLook<T> look)
      throws IOException, SQLException {
    return look("jdbc:h2:file:" + name, Path.of(name + ".mv.db"), content, look);
  }

  /** The same in a folder, through the files of Parley. */
  static <T> Set<T> lookAsParley(Path folder, byte[] content, FileLook<T> look)
      throws IOException, SQLException {
    return look(H2File.url(folder), folder.resolve("parley.mv.db"), content, look);
  }

  private static <T> Set<T> look(String url, Path file, byte[] content, FileLook<T> look)
      throws IOException, SQLException {
    Files.write(file, content);
    Set<T> found;
    try (Connection connection = DriverManager.getConnection(url + QUICKLY)) {
      found = look.through(connection);
    } finally {
      Files.delete(file);
    }
    return found;
  }

  /** Returns whether words of this kind are looked for. */
  static boolean finds(Said said) {
    return KEPT_IN.containsKey(said.what());
  }

  /** Returns the words that are kept, without their values. */
  static Set<Said> words(Connection connection) throws SQLException {
    Set<Said> found = new HashSet<>();
    for (Map.Entry<String, String> kind : KEPT_IN.entrySet()) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(kind.getValue())) {
        while (rows.next()) {
          found.add(new Said(kind.getKey(), rows.getString(1), ""));
        }
      }
    }
    return found;
  }
}
