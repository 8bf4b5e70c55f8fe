package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Thousands of calls that wait at once. */
@Tag("faults")
@Tag("alone")
@Timeout(180)
class WaitingCrowdIT {
  private static final int WAITING = 2_000;

  /** So many ask at once, that those who only begin to wait do not need all of the pool. */
  private static final int WAVE = 20;

  private static final int MAX_THREADS = 100;

  /** A quiet machine takes a second. */
  private static final Duration BOUND = Duration.ofSeconds(20);

  @Test
  void waitForMessages_byTwoThousandAtOnce_holdNoThreadAndAreAnsweredByOneMessage()
      throws Exception {
    try (RunningServer server = RunningServer.start("--rate-limit", "off")) {
      RawMcp alice = RawMcp.at(server.mcp()).begin();
      alice.tool("join_room", "room", "crowd").accepted();
      List<RawMcp> clients =
          IntStream.range(0, WAITING).parallel().mapToObj(i -> inTheCrowd(server)).toList();
      long before = threads(server);
      CountDownLatch opened = new CountDownLatch(WAITING);
      List<CompletableFuture<ToolAnswer>> waiting = new ArrayList<>();
      for (RawMcp client : clients) {
        waiting.add(client.toolLater(opened::countDown, "wait_for_messages", "block_ms", 50_000));
        if (waiting.size() % WAVE == 0) {
          eventually("opened", () -> opened.getCount() == WAITING - waiting.size());
        }
      }
      assertThat(opened.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
      long meanwhile = threads(server);
      assertThat(alice.tool("list_rooms").accepted().fields().get("joined")).hasSize(1);

      long said = System.nanoTime();
      alice.tool("send_message", "room", "crowd", "body", "to all").accepted();
      for (CompletableFuture<ToolAnswer> answer : waiting) {
        ToolAnswer given = answer.get(BOUND.toSeconds(), TimeUnit.SECONDS).accepted();
        assertThat(given.fields().at("/messages/0/body").asString()).isEqualTo("to all");
      }
      long took = Duration.ofNanos(System.nanoTime() - said).toMillis();
      System.out.printf(
          "%d waited at once: %d threads before, %d meanwhile; all answered after %d ms%n",
          WAITING, before, meanwhile, took);
      assertThat(meanwhile).isLessThan(MAX_THREADS);
      assertThat(took).isLessThan(BOUND.toMillis());
    }
  }

  private static RawMcp inTheCrowd(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    client.tool("join_room", "room", "crowd").accepted();
    return client;
  }

  /** The server's threads as Linux counts them; elsewhere none. */
  private static long threads(RunningServer server) throws IOException {
    Path tasks = Path.of("/proc", Long.toString(server.handle().pid()), "task");
    if (!Files.isDirectory(tasks)) {
      return 0;
    }
    try (var each = Files.list(tasks)) {
      return each.count();
    }
  }
}
