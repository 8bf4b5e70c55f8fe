package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A call whose tool asks the client first: the answer is an event stream of its own. */
@Timeout(60)
class QuestionDuringCallTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String CALL =
      """
      {"jsonrpc": "2.0", "id": 7, "method": "tools/call",
       "params": {"name": "test_elicitation", "arguments": {"message": "Who are you?"}}}
      """;
  private static final String REPLY =
      """
      {"jsonrpc": "2.0", "id": "%s", "result": {"action": "accept",
       "content": {"username": "clever-otter", "email": "otter@example.com"}}}
      """;

  @Test
  void call_thatAsksFirst_isAnsweredAfterTheReply() throws Exception {
    try (FixtureServer server = FixtureServer.started();
        RawMcp client = RawMcp.at(server.uri())) {
      begin(client);
      HttpResponse<InputStream> call = call(server, client);
      assertThat(call.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/event-stream");
      try (BufferedReader events =
          new BufferedReader(new InputStreamReader(call.body(), StandardCharsets.UTF_8))) {
        assertThat(events.readLine()).isEqualTo(": waiting");
        assertThat(events.readLine()).isEmpty();
        JsonNode question = next(events);
        assertThat(question.get("method").asString()).isEqualTo("elicitation/create");
        assertThat(question.at("/params/message").asString()).isEqualTo("Who are you?");
        Reply taken = client.post(REPLY.formatted(question.get("id").asString()));
        assertThat(taken.status()).isEqualTo(202);
        JsonNode answer = next(events);
        assertThat(answer.get("id").asInt()).isEqualTo(7);
        assertThat(answer.at("/result/content/0/text").asString()).contains("clever-otter");
        assertThat(events.readLine()).isNull();
      }
    }
  }

  private static void begin(RawMcp client) {
    Reply begun =
        client.call(
            "initialize",
            Map.of(
                "protocolVersion", RawMcp.VERSION,
                "capabilities", Map.of("elicitation", Map.of()),
                "clientInfo", Map.of("name", "asked", "version", "1")));
    client.header("Mcp-Session-Id", begun.header("Mcp-Session-Id").orElseThrow());
    assertThat(client.notify("notifications/initialized").status()).isEqualTo(202);
  }

  /** Returns with the headers: the body goes on. */
  private static HttpResponse<InputStream> call(FixtureServer server, RawMcp client)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(server.uri())
                .header("Accept", "application/json, text/event-stream")
                .header("Mcp-Session-Id", client.session())
                .POST(BodyPublishers.ofString(CALL))
                .build(),
            BodyHandlers.ofInputStream());
  }

  private static JsonNode next(BufferedReader events) throws IOException {
    assertThat(events.readLine()).isEqualTo("event: message");
    String data = events.readLine();
    assertThat(data).startsWith("data: ");
    assertThat(events.readLine()).isEmpty();
    return JSON.readTree(data.substring("data: ".length()));
  }
}
