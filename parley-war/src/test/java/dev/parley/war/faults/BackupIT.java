package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.persistence.offline.BackupArchive;
import dev.parley.engine.persistence.offline.OfflineDatabase;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.WarRun;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a server at work, and workspaces that go from one database to another. */
class BackupIT {
  private static final String ROOM = "durable";

  /** The tables whose rows are written again by later calls. */
  private static final Set<String> CHANGING =
      Set.of("parley_room", "parley_topic", "parley_reading");

  @TempDir private Path folder;

  private final Random random = new Random(18);

  private String text(int bytes) {
    byte[] content = new byte[bytes];
    synchronized (random) {
      random.nextBytes(content);
    }
    return Base64.getEncoder().encodeToString(content);
  }

  @Test
  void backupUnderLoad_isRestoredElsewhereAfterAKill_rowByRow() throws Exception {
    Path data = folder.resolve("data");
    Path zip = folder.resolve("backup.zip");
    Path restored = folder.resolve("restored");
    AtomicInteger acknowledged = new AtomicInteger();
    int before;
    ExecutorService writers = Executors.newCachedThreadPool();
    try (RunningServer server =
        RunningServer.launch().data(data).with("--rate-limit", "off").start()) {
      for (int i = 0; i < 3; i++) {
        writers.execute(() -> writeUntilKilled(server, acknowledged));
      }
      eventually("posts", () -> acknowledged.get() >= 200);
      before = acknowledged.get();
      WarRun backup =
          WarRun.of(
              "backup",
              zip.toString(),
              "--url",
              server.base().toString(),
              "--data",
              data.toString(),
              "--json");
      assertThat(backup.exitCode()).as(backup.err()).isZero();
      assertThat(backup.json().path("bytes").asLong()).isEqualTo(Files.size(zip));
      int after = acknowledged.get();
      assertThat(after).as("posts during the backup").isGreaterThan(before);
      eventually("more posts", () -> acknowledged.get() >= after + 50);
      server.kill9();
    } finally {
      writers.shutdown();
      assertThat(writers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(staged(data)).isEmpty();

    WarRun restore = WarRun.of("restore", zip.toString(), "--data", restored.toString());
    assertThat(restore.exitCode()).as(restore.err()).isZero();
    WarRun again = WarRun.of("restore", zip.toString(), "--data", restored.toString());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("is not empty: it has parley.mv.db");

    Map<String, List<String>> copied = rows(restored);
    Map<String, List<String>> original = rows(data);
    List<String> messages = copied.get("parley_topic_message");
    assertThat(messages).hasSizeGreaterThanOrEqualTo(before);
    assertThat(original.get("parley_topic_message"))
        .hasSizeGreaterThan(messages.size())
        .hasSizeGreaterThanOrEqualTo(acknowledged.get());
    copied.forEach(
        (table, rows) -> {
          if (!CHANGING.contains(table)) {
            assertThat(new HashSet<>(original.get(table))).as(table).containsAll(rows);
          }
        });
    System.out.println(
        "Backup under load: "
            + before
            + " posts acknowledged before, "
            + messages.size()
            + " in the backup, "
            + original.get("parley_topic_message").size()
            + " at the kill; compared in "
            + copied.keySet());
    try (RunningServer elsewhere = RunningServer.launch().data(restored).start();
        RawMcp reader = elsewhere.client()) {
      assertThat(
              reader.tool("parley_fetch_recent", "topic", ROOM, "limit", 1).accepted().toString())
          .contains("post-");
    }
  }

  private void writeUntilKilled(RunningServer server, AtomicInteger acknowledged) {
    try (RawMcp writer = server.client()) {
      while (true) {
        writer.tool("parley_post", "topic", ROOM, "content", "post-" + text(1_500)).accepted();
        acknowledged.incrementAndGet();
      }
    } catch (RuntimeException | AssertionError killed) {
      // as it was meant to be
    }
  }

  private static Map<String, List<String>> rows(Path data) throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    try (OfflineDatabase database = OfflineDatabase.inFolder(data)) {
      Map<String, Long> unused =
          database.exportRows(
              "default",
              (table, columns) ->
                  rows.computeIfAbsent(table, none -> new ArrayList<>()).add(columns.toString()));
    }
    return rows;
  }

  private static List<String> staged(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("parley-backup-"))
          .toList();
    }
  }

  /** The memory for answers is 8 MiB here, and a client that reads for a second may be cut off. */
  @Test
  void backupThatIsLargerThanTheMemoryForAnswers_isWholeAtASlowClient() throws Exception {
    Path data = folder.resolve("data");
    try (RunningServer server = RunningServer.launch().data(data).jvm("-Xmx96m").start();
        RawMcp writer = server.client()) {
      for (int i = 0; i < 60; i++) {
        writer
            .tool(
                "post_artifact", "name", "blob-" + i, "type", "document", "content", text(375_000))
            .accepted();
      }
      String owner = CredentialMaker.of(server).owner();
      Path zip = folder.resolve("slow.zip");
      HttpURLConnection slow = post(server, owner);
      assertThat(slow.getResponseCode()).isEqualTo(200);
      assertThat(slow.getContentType()).isEqualTo("application/zip");
      long length = slow.getContentLengthLong();
      assertThat(length).isGreaterThan(16L << 20);
      try (InputStream in = slow.getInputStream();
          OutputStream out = Files.newOutputStream(zip)) {
        byte[] piece = new byte[1 << 16];
        long began = System.nanoTime();
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
          out.write(piece, 0, read);
          if (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(4)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            refusedMeanwhile(server, owner, began);
          }
        }
      }
      assertThat(Files.size(zip)).isEqualTo(length);
      assertThat(BackupArchive.manifest(zip).schema()).isNotEmpty();
      eventually("the staged file is gone", () -> staged(data).isEmpty());

      HttpURLConnection leaving = post(server, owner);
      assertThat(leaving.getInputStream().readNBytes(1 << 20)).hasSize(1 << 20);
      leaving.disconnect();
      eventually("the next one is made", () -> post(server, owner).getResponseCode() == 200);
      assertThat(staged(data)).isEmpty();
      refusedForOneWorkspace(server);
    }
    System.out.println("Slow client: the backup of 60 artifacts came whole.");
  }

  private long refusals;

  /** There is one at a time. */
  private void refusedMeanwhile(RunningServer server, String owner, long began) throws IOException {
    if (refusals == 0 && System.nanoTime() - began > TimeUnit.SECONDS.toNanos(2)) {
      HttpURLConnection second = post(server, owner);
      assertThat(second.getResponseCode()).isEqualTo(503);
      assertThat(second.getHeaderField("Retry-After")).isEqualTo("10");
      refusals++;
    }
  }

  private static void refusedForOneWorkspace(RunningServer server) throws Exception {
    String admin = CredentialMaker.of(server).token("admin", "admin", "default", "*");
    HttpURLConnection refused = post(server, admin);
    assertThat(refused.getResponseCode()).isEqualTo(403);
    assertThat(new String(refused.getErrorStream().readAllBytes(), UTF_8))
        .contains("administers the workspace default alone");
    String agent = CredentialMaker.of(server).token("agent", "member", "default", "*");
    assertThat(post(server, agent).getResponseCode()).isEqualTo(403);
    assertThat(post(server, "nonsense").getResponseCode()).isEqualTo(401);
  }

  private static HttpURLConnection post(RunningServer server, String token) throws IOException {
    HttpURLConnection request =
        (HttpURLConnection) server.at("/api/backup").toURL().openConnection();
    request.setRequestMethod("POST");
    request.setRequestProperty("Authorization", "Bearer " + token);
    request.setFixedLengthStreamingMode(0);
    request.setDoOutput(true);
    request.getOutputStream().close();
    return request;
  }

  @Test
  void workspace_goesFromH2ToPostgresAndBack_andIsTheSame() throws Exception {
    Path data = folder.resolve("data");
    try (RunningServer server =
            RunningServer.launch().data(data).with("--rate-limit", "off").start();
        RawMcp alice = server.client()) {
      alice.tool("join_room", "room", ROOM).accepted();
      for (int i = 0; i < 50; i++) {
        alice.tool("parley_post", "topic", ROOM, "content", "post-" + i + " \u0000 ü").accepted();
      }
      alice.tool("create_task", "title", "first", "priority", "high").accepted();
      alice
          .tool("post_artifact", "name", "plan", "type", "document", "content", text(9_000))
          .accepted();
      alice.tool("write_memory", "key", "plan", "content", "first things first").accepted();
      WarRun inUse = WarRun.of("export", file("no.jsonl"), "--data", data.toString());
      assertThat(inUse.exitCode()).isEqualTo(1);
      assertThat(inUse.err()).contains("another process holds it");
      assertThat(folder.resolve("no.jsonl")).doesNotExist();
      server.sigterm();
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      String url = postgres.getJdbcUrl("postgres", "postgres");
      WarRun exported = WarRun.of("export", file("h2.jsonl"), "--data", data.toString(), "--json");
      assertThat(exported.exitCode()).as(exported.err()).isZero();
      assertThat(exported.json().at("/tables/parley_topic_message").asLong()).isEqualTo(50);
      WarRun imported = WarRun.of("import", file("h2.jsonl"), "--db", url, "--json");
      assertThat(imported.exitCode()).as(imported.err()).isZero();
      assertThat(imported.json().path("tables")).isEqualTo(exported.json().path("tables"));
      WarRun twice = WarRun.of("import", file("h2.jsonl"), "--db", url);
      assertThat(twice.exitCode()).isEqualTo(1);
      assertThat(twice.err()).contains("the workspace default exists").contains("nothing was");
      WarRun backup = WarRun.of("backup", file("pg.zip"), "--db", url);
      assertThat(backup.exitCode()).isEqualTo(1);
      assertThat(backup.err()).contains("PostgreSQL", "pg_dump");
      assertThat(WarRun.of("db", "info", "--db", url, "--json").json().path("condition").asString())
          .isEqualTo("current");

      assertThat(WarRun.of("export", file("pg.jsonl"), "--db", url).exitCode()).isZero();
      assertThat(rowsIn("pg.jsonl")).isEqualTo(rowsIn("h2.jsonl"));
      Path back = folder.resolve("back");
      WarRun returned = WarRun.of("import", file("pg.jsonl"), "--data", back.toString());
      assertThat(returned.exitCode()).as(returned.err()).isZero();
      assertThat(WarRun.of("export", file("back.jsonl"), "--data", back.toString()).exitCode())
          .isZero();
      assertThat(rowsIn("back.jsonl")).isEqualTo(rowsIn("h2.jsonl")).hasSizeGreaterThan(60);
      try (RunningServer server =
              RunningServer.launch().data(folder.resolve("pg")).with("--db", url).start();
          RawMcp bob = server.client()) {
        assertThat(bob.tool("get_all_tasks").accepted().toString()).contains("first");
        assertThat(bob.tool("parley_fetch_recent", "topic", ROOM, "limit", 1).accepted().toString())
            .contains("post-49");
      }
    }
    assertThatThrownBy(() -> Files.size(folder.resolve("pg.zip"))).isInstanceOf(IOException.class);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** The lines but the first, which has the time. */
  private List<String> rowsIn(String name) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve(name))) {
      return lines.skip(1).sorted().toList();
    }
  }
}
