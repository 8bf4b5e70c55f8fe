package dev.parley.war.telemetry;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Debian's Prometheus scrapes a server, answers queries, and takes the alert rules. Skipped where
 * it is absent, unless {@code PARLEY_REQUIRE_CLIENTS} is set.
 */
@Tag("clients")
class PrometheusIT {
  private static final Path RULES = Path.of("src/monitoring/parley-alerts.yml");
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;

  @Test
  void prometheus_scrapesAndAnswers() throws Exception {
    Optional<Path> prometheus = installed("prometheus");
    assumeTrue(
        prometheus.isPresent() || System.getenv("PARLEY_REQUIRE_CLIENTS") != null,
        "prometheus is not installed");
    try (RunningServer server = RunningServer.start();
        RawMcp alice = RawMcp.at(server.mcp()).begin()) {
      alice.tool("join_room", "room", "planning", "nickname", "alice");
      for (int i = 0; i < 3; i++) {
        alice.tool("send_message", "room", "planning", "body", "Hello " + i);
      }
      int port = freePort();
      Process process = started(prometheus.orElseThrow(), server, port);
      try {
        String posts = "sum(parley_posts_total{store=\"ephemeral_room\"})";
        eventually(
            "Prometheus has the posts",
            Duration.ofSeconds(60),
            () -> value(port, posts).equals(Optional.of(3.0)));
        assertThat(value(port, "up{job=\"parley\"}")).contains(1.0);
        assertThat(value(port, "parley_database_up")).contains(1.0);
        assertThat(
                value(
                    port,
                    "histogram_quantile(0.99, sum by (le)"
                        + " (parley_tool_call_seconds_bucket{tool=\"send_message\"}))"))
            .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(0.0, 30.0));
        JsonNode rules = get(port, "/api/v1/rules").path("data").path("groups");
        assertThat(rules.size()).isPositive();
        assertThat(rules.findValuesAsString("health")).isNotEmpty().doesNotContain("err");
      } finally {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
    }
  }

  private Process started(Path prometheus, RunningServer server, int port) throws IOException {
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global:
          scrape_interval: 1s
          evaluation_interval: 1s
        rule_files:
          - %s
        scrape_configs:
          - job_name: parley
            static_configs:
              - targets: ["127.0.0.1:%d"]
        """
            .formatted(RULES.toAbsolutePath().normalize(), server.port()));
    return new ProcessBuilder(
            prometheus.toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("prometheus.log").toFile())
        .start();
  }

  private static Optional<Double> value(int port, String query) {
    try {
      JsonNode result =
          get(port, "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
              .path("data")
              .path("result");
      return result.isEmpty()
          ? Optional.empty()
          : Optional.of(Double.parseDouble(result.get(0).path("value").get(1).asString()));
    } catch (IOException notUpYet) {
      return Optional.empty();
    }
  }

  private static JsonNode get(int port, String path) throws IOException {
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                  BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("HTTP " + answer.statusCode() + " " + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new IOException(ended);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Optional<Path> installed(String command) {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
        .flatMap(folder -> Stream.of(Path.of(folder, command)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
