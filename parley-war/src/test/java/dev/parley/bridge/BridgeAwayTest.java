package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BridgeAwayTest {
  private StandInServer server = StandInServer.started();

  @AfterEach
  void endServer() {
    server.close();
  }

  private static JsonText refusal(String answer) {
    JsonText result = JsonText.parse(answer).member("result");
    assertThat(result.member("isError")).hasToString("true");
    JsonText facts = result.member("structuredContent");
    assertThat(result.member("content").elements().get(0).textAt("text")).isEqualTo(facts.raw());
    assertThat(facts.member("success")).hasToString("false");
    return facts;
  }

  @Test
  void call_hubGone_isRefusedAtOnce() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.close();
      Instant asked = Instant.now();
      JsonText refusal = refusal(client.call(1, "echo", "{}"));
      assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(1));
      assertThat(refusal.textAt("code")).isEqualTo("hub_unreachable");
      assertThat(refusal.textAt("error")).contains(server.url()).contains("cannot be reached");
      assertThat(refusal.member("retryAfterMs")).hasToString("1000");
    }
  }

  @Test
  void requests_hubGone_areAnsweredFromWhatIsBuiltIn() {
    try (StandInClient client = StandInClient.begun(server)) {
      server.close();
      assertThat(client.ask(1, "tools/list", "{}")).contains("join_room");
      assertThat(client.ask(2, "ping", "{}")).contains("\"result\":{}");
      assertThat(client.ask(3, "resources/list", "{}"))
          .contains("\"code\":-32603")
          .contains("cannot be reached");
    }
  }

  @Test
  void call_underWayWhenTheServerDies_hasAnUnknownOutcome() {
    try (StandInClient client = StandInClient.begun(server)) {
      client.sendCall(1, "wait_quietly", "{}");
      server.awaitReceived(1, request -> request.calls("wait_quietly"));
      server.close();
      JsonText refusal = refusal(client.awaitAnswer(1));
      assertThat(refusal.textAt("code")).isEqualTo("outcome_unknown");
      assertThat(refusal.textAt("error")).contains("unknown whether the call took effect");
    }
  }

  @Test
  void call_neverAnswered_hasALimit() {
    try (StandInClient client = StandInClient.withPatience(server, 600, 45_000)) {
      client.begin();
      for (String tool : new String[] {"wait_quietly", "wait_in_a_stream", "beat_for_ever"}) {
        JsonText refusal = refusal(client.call(1, tool, "{}"));
        assertThat(refusal.textAt("code")).isEqualTo("outcome_unknown");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"401, unauthorized", "403, unauthorized", "503, hub_unreachable", "500, hub_error"})
  void call_refusedByStatus_saysWhy(int status, String code) {
    try (StandInClient client = StandInClient.withToken("secret", server)) {
      client.begin();
      server.awaitStreaming();
      server.refuseAll = status;
      JsonText refusal = refusal(client.call(1, "echo", "{}"));
      assertThat(refusal.textAt("code")).isEqualTo(code);
      assertThat(refusal.textAt("error")).contains("HTTP " + status).doesNotContain("secret");
    }
  }

  @Test
  void call_tokenRefused_namesTheSetting() {
    try (StandInClient client = StandInClient.withToken("secret", server)) {
      client.begin();
      server.awaitStreaming();
      server.refuseAll = 401;
      assertThat(refusal(client.call(1, "echo", "{}")).textAt("error"))
          .contains("refused the token")
          .contains("PARLEY_TOKEN");
    }
  }

  @Test
  void initialize_tokenRefused_isAnError() {
    server.refuseAll = 401;
    try (StandInClient client = StandInClient.of(server)) {
      assertThat(client.ask(1, "initialize", StandInClient.INITIALIZE_PARAMS))
          .contains("\"error\"")
          .contains("wants a token")
          .contains("--token");
      server.refuseAll = 0;
      assertThat(client.begin()).contains("stand-in");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2026-07-28, 2025-11-25"
  })
  void initialize_hubAway_isAnsweredFromWhatIsBuiltIn(String asked, String answered) {
    server.close();
    try (StandInClient client = StandInClient.of(server)) {
      String answer = client.ask(1, "initialize", "{\"protocolVersion\":\"" + asked + "\"}");
      JsonText result = JsonText.parse(answer).member("result");
      assertThat(result.textAt("protocolVersion")).isEqualTo(answered);
      assertThat(result.textAt("serverInfo", "name")).isEqualTo("parley");
      assertThat(result.member("capabilities", "experimental", "claude/channel")).hasToString("{}");
      assertThat(result.textAt("instructions")).contains("send_message");
    }
  }

  @ParameterizedTest
  @CsvSource({"404", "503"})
  void initialize_hubNotReady_isAnsweredFromWhatIsBuiltIn(int status) {
    server.refuseAll = status;
    try (StandInClient client = StandInClient.of(server)) {
      assertThat(client.begin()).contains("send_message");
      server.refuseAll = 0;
      server.awaitReceived(1, StandInRequest::isGet);
      assertThat(client.call(1, "echo", "{}")).contains("\"echo\":\"echo\"");
    }
  }

  @Test
  void serverComes_afterAStartWithoutIt_bridgeConnectsByItself() {
    int port = server.port();
    server.close();
    try (StandInClient client = StandInClient.of(server)) {
      client.begin();
      assertThat(client.ask(1, "tools/list", "{}")).contains("join_room");
      server = StandInServer.startedAt(port);
      server.awaitReceived(1, StandInRequest::isGet);
      assertThat(server.received(request -> !request.isGet()))
          .extracting(StandInRequest::rpcMethod)
          .containsExactly("initialize", "notifications/initialized");
      client.send(2, "tools/list", "{}");
      client.endInput();
      assertThat(client.hasEnded(5_000)).isTrue();
      assertThat(client.rest()).singleElement().asString().contains("from_the_server");
    }
  }

  @Test
  void serverComes_afterACallWasRefused_modelIsNotified() {
    int port = server.port();
    server.close();
    try (StandInClient client = StandInClient.of(server)) {
      client.begin();
      assertThat(refusal(client.call(1, "echo", "{}")).textAt("code")).isEqualTo("hub_unreachable");
      server = StandInServer.startedAt(port);
      assertThat(client.awaitPush()).contains("\"code\":\"connected\"");
      server.awaitReceived(1, StandInRequest::isGet);
      assertThat(client.rest()).isEmpty();
    }
  }
}
