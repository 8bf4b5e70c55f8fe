package dev.parley.engine.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's own load generator, with the least a claim can be: one update, one commit. */
final class PgBench {
  private static final String SCRIPT =
      """
      UPDATE parley_task SET status = 'IN_PROGRESS', assignee = 'x', fence = fence + 1
      WHERE id = (SELECT id FROM parley_task WHERE session_id = '%s' AND status = 'TODO'
        ORDER BY priority, queued LIMIT 1 FOR UPDATE SKIP LOCKED);
      """;
  private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+) \\(without");

  private final int port;
  private final int clients;

  PgBench(int port, int clients) {
    this.port = port;
    this.clients = clients;
  }

  /** Updates so many tasks of {@code session}; answers how many a second. */
  double updates(String session, int tasks) throws IOException {
    Path script = Files.createTempFile("claim", ".sql");
    try {
      Files.writeString(script, SCRIPT.formatted(session).replace('\n', ' ').strip() + "\n");
      List<String> command =
          List.of(
              "pgbench",
              "--no-vacuum",
              "--protocol=prepared",
              "--client=" + clients,
              "--jobs=2",
              "--transactions=" + tasks / clients,
              "--file=" + script,
              "--host=localhost",
              "--port=" + port,
              "--username=postgres",
              "postgres");
      Process pgbench = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(pgbench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher rate = RATE.matcher(said);
      if (!rate.find()) {
        throw new IllegalStateException(said);
      }
      return Double.parseDouble(rate.group(1));
    } finally {
      Files.delete(script);
    }
  }

  /** Whether there is one on this machine. */
  static boolean isThere() {
    try {
      return new ProcessBuilder("pgbench", "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
