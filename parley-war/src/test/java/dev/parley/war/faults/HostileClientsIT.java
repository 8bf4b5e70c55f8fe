package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawConnection;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * One program that tries to use up the memory or the connections of a server with a heap of 256 MB.
 * The server answers {@code /health} meanwhile and lives on. A full disk is {@link StorageIT}'s.
 */
@Tag("faults")
@Tag("alone")
@SuppressWarnings("StringConcatToTextBlock") // a line of HTTP ends with two characters
class HostileClientsIT {
  private static final String TOKEN = "a-token-nobody-else-has";
  private static final Duration SILENCE = Duration.ofSeconds(10);

  @Test
  void oneFileUnderThousandsOfPaths() {
    try (ServerUnderAttack attacked =
            new ServerUnderAttack(RunningServer.launch().with("--token", TOKEN));
        RawConnection line = RawConnection.to(attacked.server())) {
      int found = 0;
      for (int i = 0; i < 5_000; i++) {
        String path = "/assets/" + "./".repeat(i % 60) + "lib/" + "./".repeat(i / 60);
        line.send("GET " + path + "marked.esm.js HTTP/1.1\r\nHost: HOST\r\n\r\n");
        found += line.answer().status() == 200 ? 1 : 0;
      }
      attacked.survived("file cache", "5000 paths asked for, " + found + " answered 200");
    }
  }

  @Test
  void bodiesThatNeverEnd() {
    try (ServerUnderAttack attacked =
        new ServerUnderAttack(RunningServer.launch().with("--token", TOKEN))) {
      List<RawConnection> lines =
          IntStream.range(0, 205)
              .mapToObj(i -> RawConnection.to(attacked.server()).send(RawConnection.HALF_LOGIN))
              .toList();
      throughout("the server lives", SILENCE, attacked.server().handle()::isAlive);
      attacked.survived("slow bodies", lines.size() + " connections");
      lines.forEach(RawConnection::close);
    }
  }

  @Test
  void answersThatNobodyReads() {
    try (ServerUnderAttack attacked =
        new ServerUnderAttack(RunningServer.launch().with("--token", TOKEN))) {
      List<RawConnection> lines =
          IntStream.range(0, 210)
              .mapToObj(
                  i -> RawConnection.narrow(attacked.server()).send(RawConnection.FILE.repeat(120)))
              .toList();
      throughout("the server lives", SILENCE, attacked.server().handle()::isAlive);
      attacked.survived("slow readers", lines.size() + " connections");
      lines.forEach(RawConnection::close);
    }
  }

  @Test
  void sessionsWithoutEnd() {
    try (ServerUnderAttack attacked = new ServerUnderAttack(RunningServer.launch())) {
      int large = accepted(attacked.server(), 400, 1_000_000);
      int full = accepted(attacked.server(), 1_500, 7_500);
      int small = accepted(attacked.server(), 1_500, 1);
      assertThat(large).as("of 1 MB").isZero();
      attacked.survived(
          "sessions",
          "400 of 1 MB, 1500 of 7.5 kB, 1500 plain: %d, %d, %d begun"
              .formatted(large, full, small));
    }
  }

  private static int accepted(RunningServer server, int count, int nameLength) {
    String initialize =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"version\":\"1\",\"name\":\""
            + "n".repeat(nameLength)
            + "\"}}}";
    RawMcp client = RawMcp.at(server.mcp());
    return (int)
        IntStream.range(0, count).filter(i -> client.post(initialize).status() == 200).count();
  }

  @Test
  void moreMessagesThanTheHeapHolds_askedForByEverybody(@TempDir Path data) {
    int sent = 0;
    try (ServerUnderAttack attacked =
            new ServerUnderAttack(RunningServer.launch().data(data).with("--rate-limit", "off"));
        RawMcp writer = agent(attacked.server(), "writer")) {
      writer.tool("start_session", "session_id", "run").accepted();
      String text = "y".repeat(65_000);
      for (; sent < 4_500; sent++) {
        writer.tool("send_message", "content", text).accepted();
      }
      int bytes = readByThree(attacked.server());
      attacked.survived(
          "messages", sent + " of 65000, three readers of ten pages at once: " + bytes + " bytes");
    }
    try (ServerUnderAttack again = new ServerUnderAttack(RunningServer.launch().data(data))) {
      int bytes = readByThree(again.server());
      again.survived(
          "messages, after a restart", "three readers of ten pages at once: " + bytes + " bytes");
    }
  }

  private static RawMcp agent(RunningServer server, String name) {
    return RawMcp.at(server.mcp()).header("Parley-Agent", name).begin();
  }

  /** Returns the bytes that three agents read at once, ten pages each. */
  private static int readByThree(RunningServer server) {
    return List.of("one", "two", "three").parallelStream()
        .mapToInt(
            name -> {
              try (RawMcp reader = agent(server, name)) {
                return read(reader);
              }
            })
        .sum();
  }

  private static int read(RawMcp reader) {
    int bytes = 0;
    long after = 0;
    for (int page = 0; page < 10; page++) {
      JsonNode answer = reader.tool("get_messages", "after_seq", after).accepted().fields();
      bytes += answer.toString().getBytes(StandardCharsets.UTF_8).length;
      after = answer.get("next_after_seq").asLong();
    }
    return bytes;
  }
}
