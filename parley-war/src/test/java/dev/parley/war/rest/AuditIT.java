package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The audit as an administrator reads it: acts done and refused, filtered and exported. */
class AuditIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String AUDIT = "/api/audit";

  private static RunningServer server;
  private static CredentialMaker maker;

  @BeforeAll
  static void startServerThatNeedsCredentials() throws Exception {
    server = RunningServer.start();
    maker = CredentialMaker.of(server);
    agent("first");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static String agent(String names, String... scopes) throws Exception {
    return maker.token("agent", "member", "default", names, List.of(scopes));
  }

  private static String person(String role, String names) throws Exception {
    return maker.token("person", role, "default", names);
  }

  private static String id(String token) {
    return token.substring("parley_".length(), "parley_".length() + 12);
  }

  private static RawMcp client(String token) {
    return RawMcp.at(server.mcp()).header("Authorization", "Bearer " + token);
  }

  private static HttpResponse<String> get(String path, String token) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(server.at(path)).header("Authorization", "Bearer " + token).build(),
        BodyHandlers.ofString());
  }

  /** Waits until the owner reads so many entries of a query; returns them, the oldest first. */
  private static List<JsonNode> entries(String query, int count) {
    List<JsonNode> read = new ArrayList<>();
    eventually(
        count + " entries of " + query,
        () -> {
          HttpResponse<String> answer = get(AUDIT + "?" + query, maker.owner());
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
          read.clear();
          JSON.readTree(answer.body()).path("items").forEach(read::add);
          return read.size() >= count;
        });
    assertThat(read).as(query).hasSize(count);
    Collections.reverse(read);
    return read;
  }

  private static String text(JsonNode entry, String field) {
    return entry.path(field).asString();
  }

  @Test
  void changesOfACredential_areEntriesWithoutItsSecret() throws Exception {
    String token = agent("cody", "rooms:read");
    String path = "/" + id(token);
    maker.send(maker.owner(), "PATCH", path, Map.of("scopes", List.of("rooms:write")));
    maker.send(maker.owner(), "POST", path + "/rotate", Map.of());
    maker.send(maker.owner(), "DELETE", path, Map.of());
    maker.send(maker.owner(), "DELETE", path, Map.of());
    eventually("revoked", () -> ofTarget(id(token)).size() >= 4);
    List<JsonNode> entries = ofTarget(id(token));
    assertThat(entries)
        .extracting(entry -> text(entry, "action"))
        .containsExactly(
            "credential.create", "credential.scopes", "credential.rotate", "credential.revoke");
    assertThat(entries.get(0).path("target").asString())
        .isEqualTo("credential " + id(token) + ": member cody with rooms:read");
    assertThat(entries)
        .allSatisfy(
            entry -> {
              assertThat(text(entry, "address")).isEqualTo("127.0.0.1");
              assertThat(text(entry, "result")).isEqualTo("ok");
              assertThat(text(entry, "credential")).hasSize(32);
              assertThat(entry.toString()).doesNotContain(token, maker.owner());
            });
  }

  private static List<JsonNode> ofTarget(String part) throws Exception {
    List<JsonNode> found = new ArrayList<>();
    JSON.readTree(get(AUDIT, maker.owner()).body())
        .path("items")
        .forEach(
            entry -> {
              if (text(entry, "target").contains(part)) {
                found.add(0, entry);
              }
            });
    return found;
  }

  @Test
  void wrongTokens_areOneEntryAMinuteForEachDoor() {
    for (int i = 0; i < 5; i++) {
      assertThat(client("a-wrong-token" + i).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    }
    PageClient stranger = PageClient.stranger(server.base());
    Answer login = stranger.send("POST", "/api/login", Map.of("token", "also-wrong"));
    assertThat(login.status()).isEqualTo(401);
    assertThat(entries("result=wrong_token", 2))
        .extracting(entry -> text(entry, "target"))
        .containsExactly("/mcp", "/api/login");
    assertThat(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    List<JsonNode> missing = new ArrayList<>();
    eventually(
        "the missing token is an entry",
        () -> {
          JSON.readTree(get(AUDIT + "?result=unauthorized", maker.owner()).body())
              .path("items")
              .forEach(missing::add);
          return missing.stream().anyMatch(entry -> text(entry, "target").equals("/mcp"));
        });
    assertThat(missing)
        .allSatisfy(
            entry -> {
              assertThat(text(entry, "address")).isEqualTo("127.0.0.1");
              assertThat(text(entry, "actor")).isEmpty();
            });
  }

  @Test
  void missingRights_areEntriesOfTheCredential() throws Exception {
    String token = agent("rae", "rooms:read");
    RawMcp rae = client(token).begin();
    assertThat(rae.tool("join_room", "room", "planning").code()).isEqualTo("permission_denied");
    assertThat(rae.tool("join_room", "room", "planning").code()).isEqualTo("permission_denied");
    JsonNode tool = entries("actor=rae", 1).get(0);
    assertThat(text(tool, "action")).isEqualTo("access.refused");
    assertThat(text(tool, "target")).isEqualTo("join_room");
    assertThat(text(tool, "result")).isEqualTo("permission_denied");
    assertThat(text(tool, "credential")).isEqualTo(id(token));
    assertThat(text(tool, "address")).isEqualTo("127.0.0.1");

    client(token).header("Parley-Agent", "bob").initialize(RawMcp.VERSION);
    assertThat(text(entries("actor=rae", 2).get(1), "target")).isEqualTo("initialize");

    Answer program =
        PageClient.stranger(server.base()).send("POST", "/api/login", Map.of("token", token));
    assertThat(program.status()).isEqualTo(403);
    eventually(
        "the login is an entry",
        () ->
            get(AUDIT + "?result=permission_denied", maker.owner()).body().contains("/api/login"));

    PageClient vera = PageClient.loggedIn(server.base(), Map.of("token", person("viewer", "vera")));
    Map<String, String> words = Map.of("text", "hello");
    assertThat(vera.send("POST", "/api/rooms/planning/messages", words).status()).isEqualTo(403);
    assertThat(entries("actor=vera&action=access.refused", 1).get(0).path("target").asString())
        .isEqualTo("/api/rooms");
  }

  @Test
  void loginsOfAPerson_areEntries() throws Exception {
    String token = person("member", "mia");
    PageClient mia = PageClient.loggedIn(server.base(), Map.of("token", token));
    assertThat(mia.send("POST", "/api/logout", Map.of()).status()).isEqualTo(204);
    List<JsonNode> entries = entries("actor=mia", 2);
    assertThat(entries)
        .extracting(entry -> text(entry, "action"))
        .containsExactly("login.begin", "login.end");
    assertThat(entries).extracting(entry -> text(entry, "credential")).containsOnly(id(token));
  }

  @Test
  void claimAndVerdict_areEntriesOfTheAgent() throws Exception {
    String token = agent("cleo");
    RawMcp cleo = client(token).begin();
    String task =
        cleo.tool("create_task", "title", "t", "priority", "low")
            .fields()
            .path("task_id")
            .asString();
    cleo.tool("claim_task", "task_id", task).accepted();
    JsonNode artifact =
        cleo.tool("post_artifact", "name", "n", "type", "report", "content", "x").fields();
    JsonNode review =
        cleo.tool(
                "request_review",
                "artifact_id",
                artifact.path("artifact_id").asString(),
                "reviewer",
                "cleo")
            .fields();
    cleo.tool(
            "submit_review", "review_id", review.path("review_id").asString(), "status", "approved")
        .accepted();
    List<JsonNode> entries = entries("actor=cleo", 2);
    assertThat(entries)
        .extracting(entry -> text(entry, "action"))
        .containsExactly("task.claim", "review.verdict");
    assertThat(entries)
        .extracting(entry -> text(entry, "result"))
        .containsExactly("ok", "approved");
    assertThat(text(entries.get(0), "target")).startsWith("task " + task);
    assertThat(entries).extracting(entry -> text(entry, "credential")).containsOnly(id(token));
    assertThat(entries).extracting(entry -> text(entry, "address")).containsOnly("127.0.0.1");
  }

  @Test
  void audit_isForAdministratorsOfItsWorkspace() throws Exception {
    for (String path : List.of(AUDIT, AUDIT + "/export")) {
      assertThat(PageClient.stranger(server.base()).get(path).status()).isEqualTo(401);
      assertThat(get(path, agent("pat")).statusCode()).isEqualTo(403);
      for (String role : List.of("viewer", "member", "lead")) {
        PageClient other =
            PageClient.loggedIn(server.base(), Map.of("token", person(role, "p-" + role)));
        assertThat(other.get(path).status()).as(role).isEqualTo(403);
      }
      PageClient admin =
          PageClient.loggedIn(server.base(), Map.of("token", maker.owner(), "name", "ana"));
      assertThat(admin.get(path).status()).isEqualTo(200);
    }
    String acme = maker.token("admin", "admin", "acme", "*");
    eventually(
        "the credential of the workspace",
        () -> get(AUDIT, acme).body().contains("credential.create"));
    JSON.readTree(get(AUDIT, acme).body())
        .path("items")
        .forEach(entry -> assertThat(text(entry, "workspace")).isEqualTo("acme"));
    assertThat(get(AUDIT + "?workspace=default", acme).statusCode()).isEqualTo(403);
    assertThat(get(AUDIT + "/export?workspace=default", acme).statusCode()).isEqualTo(403);
    assertThat(get(AUDIT + "/export", acme).body().lines())
        .isNotEmpty()
        .allMatch(line -> line.contains("\"workspace\":\"acme\""));
  }

  @Test
  void export_hasTheEntriesOfTheList_asLines() throws Exception {
    agent("exie");
    eventually("stored", () -> !ofTarget("exie").isEmpty());
    HttpResponse<String> export = get(AUDIT + "/export?action=credential.create", maker.owner());
    assertThat(export.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    assertThat(export.headers().firstValue("Content-Disposition").orElse(""))
        .contains("parley-audit.ndjson");
    assertThat(export.body()).endsWith("\n");
    assertThat(export.body().lines())
        .allSatisfy(line -> assertThat(JSON.readTree(line).path("id").asString()).hasSize(26));
    assertThat(export.body().lines()).anyMatch(line -> line.contains("member exie"));
    eventually(
        "the export is an entry",
        () -> get(AUDIT + "?action=audit.export", maker.owner()).body().contains("the audit"));
  }

  @Test
  void filter_thatIsNone_isRefusedByName() throws Exception {
    for (String field :
        List.of("action=claim", "from=today", "until=1", "workspace=A", "after=x")) {
      HttpResponse<String> refused = get(AUDIT + "?" + field, maker.owner());
      assertThat(refused.statusCode()).as(field).isEqualTo(400);
      assertThat(JSON.readTree(refused.body()).path("field").asString())
          .isEqualTo(field.substring(0, field.indexOf('=')));
    }
    assertThat(entries("from=2000-01-01T00:00:00Z&until=2000-01-02T00:00:00Z", 0)).isEmpty();
  }
}
