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
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL that goes away and comes back on the same port with what it had committed. */
public final class RestartablePostgres implements AutoCloseable {
  private static final String OTHERS =
      "SELECT application_name FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

  private final Path home;
  private final Map<String, String> config;
  private EmbeddedPostgres server;

  /** Starts it on a free port; it forces nothing to the disk. */
  public RestartablePostgres() {
    this(Map.of());
  }

  /** Starts it on a free port with these settings of {@code postgresql.conf}. */
  public RestartablePostgres(Map<String, String> config) {
    this.config = config;
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

  /** Its first process, the parent of all others. */
  public ProcessHandle handle() {
    try (Stream<String> lines = Files.lines(home.resolve("data").resolve("postmaster.pid"))) {
      long pid = Long.parseLong(lines.findFirst().orElseThrow().strip());
      return ProcessHandle.of(pid).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    config.forEach(builder::setServerConfig);
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
