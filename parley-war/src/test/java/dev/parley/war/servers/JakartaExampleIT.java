package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The example of an application of Jakarta EE, on WildFly beside {@code parley.war}. Both use one
 * data source, so they are two nodes of one place.
 */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JakartaExampleIT {
  private static final int LAST = Integer.MAX_VALUE;

  private static final KnownWarning[] LISTENED = {
    new KnownWarning("IJ030027", "the pool finds the connection that listened, which was closed"),
    new KnownWarning("IJ000621", "the same"),
  };

  private final HttpClient http = HttpClient.newHttpClient();
  private RestartablePostgres database;
  private ApplicationServer server;

  @RegisterExtension
  final TestExecutionExceptionHandler withLog = ServerRun.excerptWith(() -> server.run());

  @BeforeAll
  void deploy() {
    database = new RestartablePostgres();
    server =
        WildFly.start(
            ServerSetup.over(folder -> SourceDatabase.postgres(database.url()))
                .with(Map.of("PARLEY_NODE", "war"))
                .beside(Path.of(System.getProperty("parley.example.war"))));
    eventually("the application is there", () -> call("GET", "/tasks", "").statusCode() == 200);
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
    database.close();
  }

  @Test
  void message_ofTheApplication_isPushedToAnAgent_whoseAnswerItReads() throws Exception {
    try (RawMcp agent = agent("alice")) {
      agent.tool("join_room", "room", "orders", "nickname", "alice").accepted();
      HttpResponse<String> posted =
          call("POST", "/rooms/orders/messages", "{\"text\":\"Order 7 is late\"}");
      assertThat(posted.statusCode()).isEqualTo(201);
      assertThat(json(posted).path("from").asString()).isEqualTo("application");
      PushedEvent push = agent.stream().next();
      assertThat(push.content()).isEqualTo("Order 7 is late");
      assertThat(push.meta("verified")).isEqualTo("true");
      agent.tool("send_message", "room", "orders", "body", "I ask the warehouse").accepted();
      JsonNode page = json(call("GET", "/rooms/orders/messages", ""));
      assertThat(page.path("messages"))
          .extracting(message -> message.path("from").asString() + message.path("seq").asLong())
          .containsExactly("application1", "alice2");
      String next = page.path("next").asString();
      assertThat(json(call("GET", "/rooms/orders/messages?since=" + next, "")).path("messages"))
          .isEmpty();
      System.out.println("JakartaExampleIT: " + page);
    }
  }

  @Test
  void task_ofTheApplication_isClaimedByAnAgent() throws Exception {
    HttpResponse<String> created = call("POST", "/tasks", "{\"title\":\"ship 7\",\"key\":\"o7\"}");
    assertThat(created.statusCode()).isEqualTo(201);
    String id = json(created).path("id").asString();
    assertThat(json(call("POST", "/tasks", "{\"title\":\"ship 7\",\"key\":\"o7\"}")))
        .isEqualTo(json(created));
    try (RawMcp agent = agent("bob")) {
      agent.tool("start_session", "session_id", "orders").accepted();
      assertThat(agent.tool("claim_task", "task_id", id).accepted().text())
          .contains("\"claimed\":true");
    }
    assertThat(call("GET", "/tasks", "").body())
        .isEqualTo(
            "[{\"id\":\""
                + id
                + "\",\"title\":\"ship 7\",\"status\":\"in_progress\",\"assignee\":\"bob\"}]");
  }

  @Test
  void refusals_haveTheStatusOfTheirCode() throws Exception {
    HttpResponse<String> bad = call("POST", "/rooms/Not%20A%20Room/messages", "{\"text\":\"x\"}");
    assertThat(bad.statusCode()).isEqualTo(400);
    assertThat(json(bad).path("code").asString()).isEqualTo("invalid_argument");
  }

  @Test
  @Order(LAST)
  void restart_ofTheServer_keepsTheTasks_andLogsNoWarning() throws Exception {
    String before = call("GET", "/tasks", "").body();
    server.stop();
    server.startAgain();
    eventually("the application is there", () -> call("GET", "/tasks", "").statusCode() == 200);
    assertThat(call("GET", "/tasks", "").body()).isEqualTo(before);
    assertThat(server.unexplained(LISTENED)).as("warnings and errors in the log").isEmpty();
  }

  private RawMcp agent(String name) {
    RawMcp agent = server.stranger().header("Parley-Agent", name).begin();
    agent.listen();
    return agent;
  }

  private HttpResponse<String> call(String method, String path, String body)
      throws IOException, InterruptedException {
    URI address = server.base().resolve("/application/api" + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    request.method(
        method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    request.header("Content-Type", "application/json");
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return JsonMapper.shared().readTree(answer.body());
  }
}
