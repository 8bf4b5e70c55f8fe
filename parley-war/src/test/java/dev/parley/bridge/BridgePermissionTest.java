package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Permission requests and their answers on their way through the bridge. */
class BridgePermissionTest {
  private static final String METHOD = "notifications/claude/channel/permission_request";
  private static final String CAPABILITY = "claude/channel/permission";

  private final StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  private static String request(String code) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\""
        + METHOD
        + "\",\"params\":{\"request_id\":\""
        + code
        + "\",\"tool_name\":\"Bash\",\"description\":\"\",\"input_preview\":\"ls\"}}";
  }

  private static String answer(String code) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel/permission\",\"params\":"
        + "{\"request_id\":\""
        + code
        + "\",\"behavior\":\"allow\"}}";
  }

  private static boolean isRequest(StandInRequest sent, String code) {
    return sent.is(METHOD) && request(code).equals(sent.body());
  }

  private static String session(StandInRequest sent) {
    return sent.headers().get("mcp-session-id");
  }

  @Test
  void requestAndAnswer_passAsTheyAre() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.write(request("abcde"));
      assertThat(server.awaitReceived(1, sent -> sent.is(METHOD)).get(0).json().line())
          .isEqualTo(request("abcde"));
      server.pushRaw(answer("abcde"));
      assertThat(client.awaitLine(line -> line.contains("behavior"))).isEqualTo(answer("abcde"));
    }
  }

  @Test
  void newSession_getsTheRequestsThatHaveNoAnswer() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.write(request("aaaaa"));
      client.write(request("bbbbb"));
      String first = session(server.awaitReceived(1, sent -> isRequest(sent, "bbbbb")).get(0));
      server.pushRaw(answer("aaaaa"));
      client.awaitLine(line -> line.contains("behavior"));
      server.forgetAll();
      server.awaitReceived(1, sent -> isRequest(sent, "bbbbb") && !first.equals(session(sent)));
      server.pushRaw(answer("bbbbb"));
      assertThat(client.awaitLine(line -> line.contains("behavior"))).isEqualTo(answer("bbbbb"));
      // A request may come twice, if the stream opens while it is on its way.
      assertThat(server.received(sent -> sent.is(METHOD) && !first.equals(session(sent))))
          .extracting(sent -> sent.json().line())
          .containsOnly(request("bbbbb"));
    }
  }

  /** A server that starts again may still have the session. */
  @Test
  void requestThatTheServerDidNotTake_isSentAgainInTheSameSession() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.refuseAll = 503;
      client.write(request("abcde"));
      client.call(1, "echo", "{}"); // is refused after the request was
      server.refuseAll = 0;
      server.cutStreams();
      assertThat(server.awaitReceived(2, sent -> sent.is(METHOD)).get(1).json().line())
          .isEqualTo(request("abcde"));
      assertThat(server.received(sent -> sent.is("initialize"))).hasSize(1);
    }
  }

  @Test
  void serverAway_theCapabilityIsDeclared_whereTheBridgeHasAToken() {
    server.close();
    try (StandInClient without = StandInClient.of(server);
        StandInClient with = StandInClient.withToken("secret", server)) {
      assertThat(without.begin()).contains("claude/channel").doesNotContain(CAPABILITY);
      assertThat(with.begin())
          .contains("\"experimental\":{\"claude/channel\":{},\"" + CAPABILITY + "\":{}}");
    }
  }
}
