package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BridgeConversationTest {
  private final StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void start_beforeInitialize_hubReceivesNothing() {
    try (StandInClient client = StandInClient.of(server)) {
      client.ask(1, "server/discover", "{}");
      client.ask(2, "ping", "{}");
      assertThat(client.ask(3, "tools/list", "{}")).contains("-32600").contains("initialize");
      client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
      client.ask(4, "ping", "{}");
    }
    assertThat(server.received(request -> true)).isEmpty();
  }

  @Test
  void discover_always_isUnknownHere() {
    try (StandInClient client = StandInClient.of(server)) {
      assertThat(client.ask(1, "server/discover", "{}"))
          .startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,");
      client.begin();
      assertThat(client.ask(2, "server/discover", "{}")).contains("-32601");
    }
    assertThat(server.received(request -> request.is("server/discover"))).isEmpty();
  }

  @Test
  void initialize_hubThere_answerIsTheServersByteForByte() {
    try (StandInClient client = StandInClient.of(server)) {
      assertThat(client.begin())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-06-18\","
                  + " \"capabilities\":{\"tools\":{}},"
                  + " \"serverInfo\":{\"name\":\"stand-in\",\"version\":\"1\"}}}");
    }
  }

  @Test
  void requests_afterInitialize_carrySessionVersionAndIdentity() {
    try (StandInClient client =
        StandInClient.withToken("secret", server, "--agent", "clever-otter", "--workspace=lab")) {
      client.begin();
      client.call(1, "echo", "{}");
      StandInRequest stream = server.awaitReceived(1, StandInRequest::isGet).get(0);
      assertThat(stream.headers())
          .containsEntry("accept", "text/event-stream")
          .containsEntry("mcp-protocol-version", "2025-06-18")
          .containsKey("mcp-session-id")
          .doesNotContainKey("last-event-id");
      StandInRequest call = server.awaitReceived(1, request -> request.calls("echo")).get(0);
      assertThat(call.headers())
          .containsEntry("accept", "application/json, text/event-stream")
          .containsEntry("content-type", "application/json")
          .containsEntry("authorization", "Bearer secret")
          .containsEntry("parley-agent", "clever-otter")
          .containsEntry("parley-workspace", "lab")
          .containsEntry("mcp-protocol-version", "2025-06-18")
          .containsEntry("mcp-session-id", stream.headers().get("mcp-session-id"));
      StandInRequest initialize = server.received(request -> request.is("initialize")).get(0);
      assertThat(initialize.headers())
          .containsEntry("authorization", "Bearer secret")
          .doesNotContainKeys("mcp-session-id", "mcp-protocol-version");
    }
  }

  @Test
  void initialized_afterInitialize_comesBeforeTheStream() {
    try (StandInClient client = StandInClient.begun(server)) {
      assertThat(server.received(request -> true))
          .extracting(request -> request.isGet() ? "stream" : request.rpcMethod())
          .containsExactly("initialize", "notifications/initialized", "stream");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void call_anyBytes_reachTheServerAsTheyWere() {
    String odd =
        "{ \"method\" : \"tools/call\", \"id\":7, \"jsonrpc\":\"2.0\", \"params\":"
            + "{\"name\":\"echo\", \"arguments\":{\"a\":1e2, \"b\":\"ü\\u00fc\\n\"}}}";
    try (StandInClient client = StandInClient.begun(server)) {
      client.write(odd);
      client.awaitAnswer(7);
    }
    assertThat(server.received(request -> request.calls("echo")))
        .extracting(StandInRequest::body)
        .containsExactly(odd);
  }

  @Test
  void answer_overManyLines_isWrittenOnOne() {
    try (StandInClient client = StandInClient.begun(server)) {
      String answer = client.call(1, "many_lines", "{}");
      assertThat(JsonText.parse(answer).member("result", "structuredContent", "lines"))
          .hasToString("2");
    }
  }

  @Test
  void answer_asStream_passesOnWhatComesBeforeIt() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "progress", "{}");
      client.awaitLine(line -> line.contains("notifications/progress"));
      assertThat(client.awaitAnswer(1)).contains("\"done\":true");
    }
  }

  @Test
  void lines_malformed_areRefusedAndLifeGoesOn() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.write("this is no JSON");
      client.awaitLine(line -> line.contains("-32700") && line.contains("\"id\":null"));
      client.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"} trailing");
      client.awaitLine(line -> line.contains("-32700"));
      client.write("[]");
      client.awaitLine(line -> line.contains("-32600"));
      client.write("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}");
      client.awaitLine(line -> line.contains("-32600"));
      client.write("{\"jsonrpc\":\"2.0\",\"id\":\"nm\"}");
      client.awaitLine(line -> line.contains("-32600") && line.contains("\"id\":\"nm\""));
      client.write("");
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void line_overFourMebibytes_isRefusedAndSkipped() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "x".repeat(4 << 20) + "\"}");
      client.awaitLine(line -> line.contains("-32600") && line.contains("4 MiB"));
      assertThat(client.call(2, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void calls_inOneGo_reachTheServerInOrder() {
    try (StandInClient client = StandInClient.begun(server)) {
      IntStream.rangeClosed(1, 50).forEach(id -> client.sendCall(id, "tool-" + id, "{}"));
      client.awaitAnswer(50);
    }
    List<String> tools =
        server.received(request -> request.is("tools/call")).stream()
            .map(StandInRequest::tool)
            .toList();
    assertThat(tools)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 50).mapToObj(i -> "tool-" + i).toList());
  }

  @Test
  void call_thatTakesLong_holdsUpNothing() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_quietly", "{}");
      client.sendCall(2, "wait_in_a_stream", "{}");
      assertThat(client.call(3, "echo", "{}")).contains("\"echo\":\"echo\"");
      server.gate.countDown();
      List<String> both =
          List.of(
              client.awaitLine(line -> line.contains("waited")),
              client.awaitLine(line -> line.contains("waited")));
      assertThat(both).hasSize(2);
    }
  }

  @Test
  void cancelled_aCallUnderWay_isForwardedAndNotAnswered() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_quietly", "{}");
      client.write(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
      server.awaitReceived(1, request -> request.is("notifications/cancelled"));
      server.gate.countDown();
      client.sendCall(2, "echo", "{}");
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(client.rest()).singleElement().asString().contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void answerOfTheClient_isForwarded() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.write("{\"jsonrpc\":\"2.0\",\"id\":\"asked-1\",\"result\":{\"roots\":[]}}");
      server.awaitReceived(1, request -> request.body().contains("asked-1"));
    }
  }

  @Test
  void request_twiceUnderOneId_isRefused() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_in_a_stream", "{}");
      client.sendCall(1, "echo", "{}");
      assertThat(client.awaitAnswer(1)).contains("-32600");
      server.gate.countDown();
      assertThat(client.awaitAnswer(1)).contains("waited");
    }
  }

  @Test
  void error_underNoId_getsTheIdThatWasAskedWith() {
    try (StandInClient client = StandInClient.begun(server)) {
      assertThat(client.ask(5, "bad/status", "{}"))
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32600,\"message\":\"bad\"}}");
    }
  }

  @Test
  void whileAllIsWell_nothingIsLogged() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.call(1, "echo", "{}");
      client.write("rubbish");
      client.ask(2, "ping", "{}");
      assertThat(client.errors()).isEmpty();
    }
  }
}
