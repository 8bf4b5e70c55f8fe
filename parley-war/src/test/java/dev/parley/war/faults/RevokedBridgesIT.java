package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Bridges at two nodes whose credentials are revoked at the first. */
@Tag("faults")
@Timeout(180)
class RevokedBridgesIT {
  private static final int BRIDGES = 20;
  private static final Duration OUT_WITHIN = Duration.ofSeconds(2);
  private static final Duration WATCHED = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void revocation_atOneNode_endsTheBridgesOfBothWithin2Seconds_andNoneAsksOnAndOn()
      throws Exception {
    try (TwoNodes nodes = new TwoNodes(Carrier.POSTGRESQL)) {
      RunningServer first = nodes.first().server();
      RunningServer second = nodes.second().server();
      List<String> ids = new ArrayList<>();
      List<BridgeClient> bridges = new ArrayList<>();
      try {
        for (int i = 0; i < BRIDGES; i++) {
          JsonNode issued =
              admin(first, "POST", "", "{\"kind\":\"agent\",\"names\":\"agent-" + i + "\"}");
          ids.add(issued.at("/credential/id").asString());
          bridges.add(
              BridgeClient.in(
                  Map.of("PARLEY_TOKEN", issued.path("token").asString()),
                  (i % 2 == 0 ? first : second).base()));
        }
        for (BridgeClient bridge : bridges) {
          assertThat(bridge.tool("join_room", "room", "planning").has("nickname")).isTrue();
        }
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < BRIDGES; i++) {
          BridgeClient bridge = bridges.get(i);
          long begun = System.nanoTime();
          admin(first, "DELETE", "/" + ids.get(i), "");
          eventually(
              "bridge " + i + " is out, and its model knows why",
              OUT_WITHIN,
              () ->
                  bridge.pushes("code").stream()
                      .anyMatch(push -> push.toString().contains("credential_ended")));
          millis.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
        }
        System.out.println("ms from the revocation to the push of each of 20 bridges: " + millis);
        System.out.println("the push: " + bridges.get(1).pushes("code"));
        String refused = bridges.get(0).answerOf("list_rooms");
        System.out.println("the next call: " + refused);
        assertThat(refused).containsAnyOf("refused the token", "Too many wrong tokens");
        assertFewRequests(first, second);
      } finally {
        bridges.forEach(BridgeClient::close);
      }
    }
  }

  /** A wrong token is logged with its path at most once a minute; each request costs a log line. */
  private static void assertFewRequests(RunningServer first, RunningServer second) {
    long before = cpuMillis(first) + cpuMillis(second);
    throughout(
        "the nodes use less than a processor",
        WATCHED,
        () -> cpuMillis(first) + cpuMillis(second) - before < WATCHED.toMillis());
    long spent = cpuMillis(first) + cpuMillis(second) - before;
    System.out.printf("CPU of both nodes in the %d s after: %d ms%n", WATCHED.toSeconds(), spent);
    assertThat(spent).isLessThan(WATCHED.toMillis());
  }

  private static long cpuMillis(RunningServer server) {
    return server.handle().info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
  }

  private JsonNode admin(RunningServer server, String method, String path, String body)
      throws IOException, InterruptedException {
    String owner = Files.readString(server.data().resolve("owner.token")).strip();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.base() + "/api/credentials" + path))
            .header("Authorization", "Bearer " + owner)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }
}
