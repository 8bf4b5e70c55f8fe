package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawConnection;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that send or read slowly, or not at all, stop nobody else. */
@Tag("faults")
@Tag("alone")
@SuppressWarnings("StringConcatToTextBlock") // a line of HTTP ends with two characters
class SlowClientsIT {
  private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: HOST\r\n\r\n";

  @Test
  void health_answersWhileMoreBodiesThanThreadsAreSentSlowly() {
    try (RunningServer server = RunningServer.start();
        Crowd crowd = new Crowd()) {
      // the server has 200 threads; of the three, a form where none is read takes none of them
      for (int i = 0; i < 110; i++) {
        crowd.add(RawConnection.to(server)).send(RawConnection.HALF_LOGIN);
        crowd
            .add(RawConnection.to(server))
            .send(
                "POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n");
        crowd
            .add(RawConnection.to(server))
            .send(
                "POST /health HTTP/1.1\r\nHost: HOST\r\nContent-Length: 100\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\na");
      }
      answersThroughout(server, Duration.ofSeconds(4));
    }
  }

  @Test
  void health_answersWhileMoreAnswersThanThreadsAreReadByNobody() {
    try (RunningServer server = RunningServer.start();
        Crowd crowd = new Crowd()) {
      for (int i = 0; i < 210; i++) {
        crowd.add(RawConnection.narrow(server)).send(RawConnection.FILE.repeat(120));
      }
      eventually("all is written that will be", () -> health(server) < 1_000);
      answersThroughout(server, Duration.ofSeconds(4));
    }
  }

  private static void answersThroughout(RunningServer server, Duration time) {
    throughout("health answers within two seconds", time, () -> health(server) < 2_000);
  }

  private static long health(RunningServer server) {
    long before = System.nanoTime();
    assertThat(RawConnection.ask(server, HEALTH).status()).isEqualTo(200);
    return Duration.ofNanos(System.nanoTime() - before).toMillis();
  }

  @Test
  void connection_withoutAWholeRequest_isEndedAfterTheIdleTime() {
    try (RunningServer server = RunningServer.start("--connection-idle", "2");
        RawConnection silent = RawConnection.to(server);
        RawConnection halfHead = RawConnection.to(server).send("GET /health HTTP/1.1\r\nHo");
        RawConnection halfBody = RawConnection.to(server).send(RawConnection.HALF_LOGIN);
        RawConnection dripping = RawConnection.to(server)) {
      CompletableFuture<Boolean> cutOff = CompletableFuture.supplyAsync(() -> isCutOff(dripping));
      assertThat(silent.isEnded()).as("silent").isTrue();
      assertThat(halfHead.isEnded()).as("half a head").isTrue();
      assertThat(halfBody.answer().status()).isEqualTo(408);
      assertThat(halfBody.isEnded()).as("half a body").isTrue();
      assertThat(cutOff.join()).as("dripping").isTrue();
    }
  }

  /** Sends a head byte by byte until that is refused. */
  private static boolean isCutOff(RawConnection line) {
    try {
      throughout("the head goes on", Duration.ofSeconds(10), () -> line.send("G") == line);
      return false;
    } catch (AssertionError cutOff) {
      return true;
    }
  }

  @Test
  void waitsAndStreams_outliveTheIdleTime() {
    try (RunningServer server = RunningServer.start("--connection-idle", "1");
        RawMcp client = RawMcp.at(server.mcp()).begin();
        EventStreamReader stream = client.listen()) {
      String wait =
          """
          {"jsonrpc":"2.0","id":7,"method":"tools/call",\
          "params":{"name":"wait_for_messages","arguments":{"block_ms":4000}}}\
          """;
      assertThat(client.postAccepting("application/json", wait).result()).isNotNull();
      RawMcp other = RawMcp.at(server.mcp()).begin();
      client.tool("join_room", "room", "lasting").accepted();
      other.tool("join_room", "room", "lasting").accepted();
      other.tool("send_message", "room", "lasting", "body", "still there").accepted();
      assertThat(stream.next().content()).isEqualTo("still there");
      assertThat(client.call("ping", Map.of()).result()).isEmpty();
    }
  }

  @Test
  void connections_upToTheBound_areServed_onePastItTakesTheQuietestsPlace() {
    try (RunningServer server = RunningServer.start("--max-connections-per-address", "3");
        Crowd crowd = new Crowd()) {
      RawConnection quietest = crowd.add(RawConnection.to(server));
      List<RawConnection> others =
          List.of(crowd.add(RawConnection.to(server)), crowd.add(RawConnection.to(server)));
      for (RawConnection other : others) {
        assertThat(other.send(HEALTH).answer().status()).isEqualTo(200);
      }
      RawConnection onePast = crowd.add(RawConnection.to(server)).send(HEALTH);
      assertThat(onePast.answer().status()).isEqualTo(200);
      assertThat(quietest.isEnded()).isTrue();
      for (RawConnection other : others) {
        assertThat(other.send(HEALTH).answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void connections_pastTheBound_whereAllAreInUse_areRefusedWithTheReason() {
    try (RunningServer server = RunningServer.start("--max-connections-per-address", "3");
        RawMcp one = RawMcp.at(server.mcp()).begin();
        Crowd crowd = new Crowd()) {
      String listen =
          "GET /mcp HTTP/1.1\r\nHost: HOST\r\nAccept: text/event-stream\r\nMcp-Session-Id: ";
      // what the client itself holds is quiet, and gives way
      List<String> sessions = List.of(session(server), session(server), session(server));
      for (String id : sessions) {
        RawConnection stream = crowd.add(RawConnection.to(server));
        stream.send(listen + id + "\r\n\r\n");
        assertThat(stream.answer().status()).isEqualTo(200);
      }
      assertThat(one.session()).isNotEmpty();
      RawConnection.Answer refused =
          RawConnection.ask(server, "GET /mcp HTTP/1.1\r\nHost: HOST\r\n\r\n");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.text()).contains("http_503", "--max-connections-per-address");
    }
  }

  private static String session(RunningServer server) {
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}\
        """;
    RawConnection.Answer answer =
        RawConnection.ask(
            server,
            "POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
                + "Connection: close\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body);
    return answer
        .text()
        .lines()
        .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("mcp-session-id:"))
        .map(line -> line.substring("mcp-session-id:".length()).strip())
        .findFirst()
        .orElseThrow();
  }

  /** Connections that are closed together. */
  private static final class Crowd implements AutoCloseable {
    private final List<RawConnection> lines = new ArrayList<>();

    RawConnection add(RawConnection line) {
      lines.add(line);
      return line;
    }

    @Override
    public void close() {
      lines.forEach(RawConnection::close);
    }
  }
}
