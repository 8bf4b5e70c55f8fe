package dev.parley.war.telemetry;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The metrics of a whole server are what was done with it, and are for those who may read them. */
class MetricsIT {

  @Test
  void counts_areWhatWasDone() {
    try (RunningServer server = RunningServer.start();
        RawMcp alice = RawMcp.at(server.mcp()).begin();
        RawMcp bob = RawMcp.at(server.mcp()).begin();
        EventStreamReader stream = bob.listen()) {
      assertThat(stream.status()).isEqualTo(200);
      talk(alice, bob);
      work(alice, bob);
      eventually(
          "the pushes were written", () -> Scrape.of(server).value("parley_mcp_pushes_total") >= 5);
      Scrape scrape = Scrape.of(server);
      assertThat(scrape.value("parley_posts_total", "store", "ephemeral_room")).isEqualTo(4);
      assertThat(scrape.value("parley_posts_total", "store", "durable_room")).isEqualTo(2);
      assertThat(scrape.value("parley_posts_total", "store", "session")).isEqualTo(1);
      assertThat(scrape.value("parley_deliveries_total", "way", "pushed"))
          .isGreaterThanOrEqualTo(5);
      assertThat(scrape.value("parley_deliveries_total", "way", "polled")).isEqualTo(1);
      assertThat(scrape.value("parley_claims_total", "outcome", "won")).isEqualTo(1);
      assertThat(scrape.value("parley_claims_total", "outcome", "lost")).isEqualTo(1);
      assertThat(scrape.value("parley_claims_total", "outcome", "none")).isEqualTo(1);
      assertThat(scrape.value("parley_tool_calls_total", "tool", "parley_post", "outcome", "ok"))
          .isEqualTo(2);
      assertThat(
              scrape.value(
                  "parley_tool_calls_total", "tool", "send_message", "outcome", "not_in_room"))
          .isEqualTo(1);
      assertThat(scrape.value("parley_tool_call_seconds_count", "tool", "send_message"))
          .isEqualTo(6);
      assertThat(scrape.value("parley_mcp_sessions")).isEqualTo(2);
      assertThat(scrape.value("parley_mcp_sessions_begun_total")).isEqualTo(2);
      assertThat(scrape.value("parley_mcp_streams")).isEqualTo(1);
      assertThat(scrape.value("parley_database_up")).isEqualTo(1);
      assertThat(scrape.value("parley_backend_up")).isEqualTo(1);
      assertThat(scrape.value("parley_nodes")).isEqualTo(1);
      assertThat(scrape.value("parley_database_pool_connections", "state", "max")).isEqualTo(10);
      assertThat(scrape.value("parley_database_transaction_seconds_count", "outcome", "committed"))
          .isGreaterThanOrEqualTo(5);
      assertThat(scrape.value("jvm_memory_used_bytes", "area", "heap")).isPositive();
      assertNamed(scrape);
    }
  }

  private static void talk(RawMcp alice, RawMcp bob) {
    alice.tool("join_room", "room", "planning", "nickname", "alice");
    bob.tool("join_room", "room", "planning", "nickname", "bob");
    for (int i = 0; i < 3; i++) {
      alice.tool("send_message", "room", "planning", "body", "Hello " + i);
    }
    assertThat(alice.tool("send_message", "room", "elsewhere", "body", "Hello").refused()).isTrue();
    bob.tool("join_room", "room", "log", "nickname", "bob");
    alice.tool("parley_post", "topic", "log", "content", "One");
    alice.tool("parley_post", "topic", "log", "content", "Two");
    bob.tool("send_message", "room", "planning", "body", "Hello alice");
    assertThat(alice.tool("wait_for_messages", "block_ms", 5_000).text()).contains("Hello alice");
  }

  private static void work(RawMcp alice, RawMcp bob) {
    alice.tool("start_session", "session_id", "run", "agent_id", "alice");
    bob.tool("start_session", "session_id", "run", "agent_id", "bob");
    String task =
        alice
            .tool("create_task", "title", "Parser", "priority", "low", "agent_id", "alice")
            .fields()
            .path("task_id")
            .asString();
    assertThat(task).isNotEmpty();
    alice.tool("claim_task", "task_id", task, "agent_id", "alice");
    bob.tool("claim_task", "task_id", task, "agent_id", "bob");
    bob.tool("claim_next_task", "agent_id", "bob");
    alice.tool("send_message", "content", "All taken", "agent_id", "alice");
  }

  /** Every series is in the table with its labels, and every metric of Parley's has a series. */
  private static void assertNamed(Scrape scrape) {
    for (Scrape.Sample sample : scrape.samples()) {
      Metric metric = Metric.ofSeries(sample.name()).orElse(null);
      assertThat(metric).as("the metric of %s", sample.name()).isNotNull();
      Set<String> labels = new TreeSet<>(sample.labels().keySet());
      if (metric.type() == Metric.Type.HISTOGRAM) {
        labels.remove("le");
      }
      assertThat(labels)
          .as("the labels of %s", sample.name())
          .isEqualTo(
              metric.dimensions().stream()
                  .map(Metric.Dimension::label)
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
    Set<String> names =
        scrape.samples().stream().map(Scrape.Sample::name).collect(Collectors.toSet());
    assertThat(Arrays.stream(Metric.values()).filter(Metric::isOwn))
        .allSatisfy(metric -> assertThat(names).containsAll(metric.series()));
  }

  @Test
  void metrics_ofAClosedServer_needTheScopeWatch() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      CredentialMaker maker = CredentialMaker.of(server);
      String reading = maker.token("agent", "viewer", "default", "prometheus", List.of("watch"));
      String talking = maker.token("agent", "member", "default", "bob", List.of("rooms:write"));
      assertThat(metrics(server, "").status()).isEqualTo(401);
      assertThat(metrics(server, "wrong").status()).isEqualTo(401);
      assertThat(metrics(server, talking).status()).isEqualTo(403);
      assertThat(metrics(server, talking).body()).contains("metrics_scope_needed");
      Reply granted = metrics(server, reading);
      assertThat(granted.status()).isEqualTo(200);
      assertThat(granted.header("Content-Type").orElseThrow()).startsWith("text/plain");
      assertThat(granted.header("Cache-Control")).contains("no-store");
      Scrape scrape = Scrape.parsed(granted.body());
      assertThat(scrape.value("parley_requests_refused_total", "reason", "unauthorized"))
          .isEqualTo(2);
      assertThat(granted.body()).doesNotContain(reading).doesNotContain(talking);
    }
  }

  @Test
  void metrics_areOpenAsFarAsTheSettingSays() {
    assertStatus("local", 200, 401);
    assertStatus("open", 200, 200);
    assertStatus("off", 404, 404);
  }

  /** Asserts what a program of this machine gets without a token, directly and by a proxy. */
  private static void assertStatus(String metrics, int direct, int byProxy) {
    try (RunningServer server =
        RunningServer.launch()
            .with("--metrics", metrics)
            .environment("PARLEY_TOKEN", "a-token-of-a-test")
            .start()) {
      assertThat(metrics(server, "").status()).as(metrics).isEqualTo(direct);
      Reply proxied =
          RawMcp.at(server.at("/metrics")).header("X-Forwarded-For", "203.0.113.7").get();
      assertThat(proxied.status()).as(metrics).isEqualTo(byProxy);
    }
  }

  private static Reply metrics(RunningServer server, String token) {
    return RawMcp.at(server.at("/metrics"))
        .header("Authorization", token.isEmpty() ? "" : "Bearer " + token)
        .get();
  }
}
