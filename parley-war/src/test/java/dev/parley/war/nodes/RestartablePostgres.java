package dev.parley.war.nodes;

import static dev.parley.war.testing.Eventually.eventually;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL that goes away and comes back on the same port with what it had committed. */
public final class RestartablePostgres implements AutoCloseable {
  private static final String OTHERS =
      "SELECT application_name FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

  private final Path home;
  private EmbeddedPostgres server;

  /** Starts it on a free port. */
  public RestartablePostgres() {
    try {
      home = Files.createTempDirectory("parley-postgres");
      server = started(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its JDBC URL, with the user. */
  public String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** The names that its clients gave their connections. */
  public List<String> connections() {
    List<String> names = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OTHERS)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Ends it as {@code pg_ctl stop -m immediate} does: no goodbye, nothing written any more. */
  public void stopAtOnce() {
    signal("QUIT");
    closeWhatEnded();
  }

  /** Ends it as {@code pg_ctl stop -m fast} does: every transaction is undone, connections cut. */
  public void stopFast() {
    signal("INT");
    closeWhatEnded();
  }

  /** Starts it again, on the port it had. */
  public void start() {
    try {
      server = started(server.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(home)) {
      server.close();
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmbeddedPostgres started(int port) throws IOException {
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(home.resolve("data"))
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .setCleanDataDirectory(false)
            .setServerConfig("synchronous_commit", "on");
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  private void signal(String signal) {
    Process process = server.getProcess();
    try {
      new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    eventually("PostgreSQL is gone", () -> !process.isAlive());
  }

  /** Lets go of its lock on the folder. */
  private void closeWhatEnded() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
