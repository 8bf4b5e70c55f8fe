package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.parley.war.testing.RawMcp;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tool that asks its client something is answered while its call goes on. */
@Timeout(30)
class QuestionDuringCallTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void call_thatAsksFirst_isAnsweredOnItsOwnStreamAfterTheReply() throws Exception {
    try (FixtureServer server = FixtureServer.started();
        RawMcp client = RawMcp.at(server.uri()).begin()) {
      HttpResponse<java.io.InputStream> call =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(server.uri())
                      .timeout(Duration.ofSeconds(20))
                      .header("Accept", "application/json, text/event-stream")
                      .header("Mcp-Session-Id", client.session())
                      .POST(BodyPublishers.ofString(ASKING))
                      .build(),
                  BodyHandlers.ofInputStream());
      assertThat(call.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      try (BufferedReader events =
          new BufferedReader(new InputStreamReader(call.body(), StandardCharsets.UTF_8))) {
        JsonNode question = next(events);
        assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
        assertThat(client.post(ANSWER.formatted(question.get("id").asText())).status())
            .isEqualTo(202);
        JsonNode answer = next(events);
        assertThat(answer.get("id").asInt()).isEqualTo(7);
        assertThat(answer.at("/result/content/0/text").asText()).contains("ACCEPT", "clever-otter");
        assertThat(events.lines()).isEmpty();
      }
    }
  }
}
