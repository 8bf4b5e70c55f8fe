package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.AuditScript.Entry;
import dev.parley.war.rest.AuditScript.Planned;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The work of a team in one workspace, act by act: the audit has what the script says, entry by
 * entry, in the list, behind every filter and in the export.
 */
class AuditHourIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKSPACE = "hour";
  private static final String EVERYWHERE = "default";
  private static final String ALL_SCOPES =
      "rooms:read, rooms:write, bus:read, bus:write, team:read, team:write, watch";
  private static final String SESSION = "main";
  private static final String NONE = "";

  private static final AuditScript SCRIPT = new AuditScript();
  private static final List<String> SECRETS = new ArrayList<>();

  @TempDir static Path home;
  private static RunningServer server;
  private static CredentialMaker maker;
  private static String owner;

  @BeforeAll
  static void workForAnHour() throws Exception {
    Path teams = Files.createDirectories(home.resolve("workspaces").resolve(WORKSPACE));
    Files.writeString(
        teams.resolve("agents.pool.yml"),
        """
        agents:
          bob:
            name: Bob
            emoji: B
            tags: [code]
            tools: [claim_task]
            hooks:
              before_task: ["true"]
              after_task: ["false"]
            systemPrompt: Build.
        """);
    Files.writeString(teams.resolve("session-agents-main.yml"), "agents:\n  bob:\n");
    server = RunningServer.start("--home", home.toString(), "--hooks", "on");
    maker = CredentialMaker.of(server);
    owner = nameOf(maker.owner());
    SECRETS.add(maker.owner());
    new Hour().work();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static String id(String token) {
    return token.substring("parley_".length(), "parley_".length() + 12);
  }

  /**
   * The name of a configured token, as its page describes it: of its hash, and not to be undone.
   */
  private static String nameOf(String token) throws Exception {
    return AuditScript.sha256(AuditScript.sha256(token)).substring(0, 32);
  }

  /** The acts, in turn. Each says what entries it makes; most make none. */
  private static final class Hour {
    private String lead = NONE;
    private String member = NONE;
    private String viewer = NONE;
    private String ann = NONE;
    private String bob = NONE;
    private String cyd = NONE;

    void work() throws Exception {
      credentialsAreCreated();
      PageClient lea = loggedIn("lea", lead);
      PageClient mia = loggedIn("mia", member);
      PageClient vic = loggedIn("vic", viewer);
      loginsFail();
      RawMcp annAtWork = client(ann);
      RawMcp bobAtWork = client(bob);
      RawMcp cydAtWork = client(cyd);
      boardIsWorkedOn(annAtWork, bobAtWork, cydAtWork, lea, mia);
      reviewsAreAnswered(annAtWork, bobAtWork, lea);
      accessIsRefused(vic, cydAtWork);
      credentialsAreChanged();
      loggedOut("vic", viewer, vic);
      loggedOut("mia", member, mia);
      loggedOut("lea", lead, lea);
    }

    private void credentialsAreCreated() throws Exception {
      lead = created("person", "lead", "lea", ALL_SCOPES);
      member = created("person", "member", "mia", ALL_SCOPES);
      viewer = created("person", "viewer", "vic", "rooms:read, bus:read, team:read, watch");
      ann = created("agent", "member", "ann", ALL_SCOPES);
      bob = created("agent", "member", "bob", ALL_SCOPES);
      cyd = created("agent", "member", "cyd", "team:read, team:write", "team:write");
    }

    private String created(
        String kind, String role, String name, String allScopes, String... scopes)
        throws Exception {
      Instant begun = Instant.now();
      String token = maker.token(kind, role, WORKSPACE, name, List.of(scopes));
      SECRETS.add(token);
      String target = credential(token, role, name, allScopes);
      SCRIPT.add(begun, of(NONE, owner, "credential.create", target, "ok"));
      return token;
    }

    private static String credential(String token, String role, String name, String scopes) {
      return "credential " + id(token) + ": " + role + " " + name + " with " + scopes;
    }

    private static Planned of(
        String actor, String credential, String action, String target, String result) {
      return new Planned(WORKSPACE, actor, credential, action, target, result);
    }

    private static PageClient loggedIn(String name, String token) throws Exception {
      List<PageClient> made = new ArrayList<>();
      SCRIPT.act(
          () -> made.add(PageClient.loggedIn(server.base(), Map.of("token", token))),
          of(name, id(token), "login.begin", "the page", "ok"));
      SECRETS.add(made.get(0).cookie().replaceFirst("^[^=]*=", ""));
      return made.get(0);
    }

    private static void loggedOut(String name, String token, PageClient person) throws Exception {
      SCRIPT.act(
          () -> expect(204, person.send("POST", "/api/logout", Map.of()).status()),
          of(name, id(token), "login.end", "the page", "ok"));
    }

    /** Four wrong tokens at one door within a minute are one entry. */
    private static void loginsFail() throws Exception {
      PageClient stranger = PageClient.stranger(server.base());
      String wrong = "a-wrong-token-of-the-hour";
      SECRETS.add(wrong);
      SCRIPT.act(
          () -> {
            for (int i = 0; i < 4; i++) {
              Map<String, String> fields = Map.of("token", wrong + i);
              expect(401, stranger.send("POST", "/api/login", fields).status());
            }
          },
          new Planned(EVERYWHERE, NONE, NONE, "access.refused", "/api/login", "wrong_token"));
    }

    private static RawMcp client(String token) {
      RawMcp client = RawMcp.at(server.mcp()).header("Authorization", "Bearer " + token).begin();
      client.tool("start_session", "session_id", SESSION).accepted();
      return client;
    }

    private void boardIsWorkedOn(
        RawMcp annAtWork, RawMcp bobAtWork, RawMcp cydAtWork, PageClient lea, PageClient mia)
        throws Exception {
      String first = task(annAtWork);
      String second = task(annAtWork);
      String third = task(annAtWork);
      annAtWork.tool("send_message", "content", "There is work.").accepted();
      SCRIPT.act(
          () -> bobAtWork.tool("claim_task", "task_id", first).accepted(),
          hook("before_task", first, "true", "exit 0"),
          ofBob("task.claim", text(first), "ok"));
      SCRIPT.act(
          () -> cydAtWork.tool("claim_task", "task_id", second).accepted(),
          of("cyd", id(cyd), "task.claim", text(second), "ok"));
      cydAtWork.tool("claim_task", "task_id", first); // it is lost, and no entry
      cydAtWork.tool("update_task", "task_id", second, "status", "in_review").accepted();
      String denied = "/api/sessions/" + SESSION + "/tasks/" + second;
      SCRIPT.act(
          () -> expect(403, mia.send("PATCH", denied, Map.of("status", "todo")).status()),
          of("mia", id(member), "access.refused", "/api/sessions", "permission_denied"));
      lead(lea, second, Map.of("status", "todo"), ": todo");
      lead(lea, third, Map.of("assignee", "bob"), ", for bob");
      SCRIPT.act(
          () -> bobAtWork.tool("update_task", "task_id", first, "status", "done"),
          hook("after_task", first, "false", "exit 1"));
      lead(lea, first, Map.of("status", "done"), ": done", hookOfLea(first));
      lead(lea, first, Map.of("status", "todo"), ": todo");
      SCRIPT.act(
          () -> cydAtWork.tool("claim_next_task").accepted(),
          of("cyd", id(cyd), "task.claim", text(second), "ok"));
      lead(lea, second, Map.of("status", "done"), ": done");
      lead(lea, second, Map.of("status", "todo"), ": todo");
      SCRIPT.act(
          () ->
              annAtWork
                  .tool("update_task", "task_id", third, "status", "todo", "assignee", "cyd")
                  .accepted(),
          of("ann", id(ann), "task.change", text(third) + ": todo, for cyd", "ok"));
      String own = task(cydAtWork);
      cydAtWork.tool("update_task", "task_id", own, "status", "done").accepted();
    }

    private Planned ofBob(String action, String target, String result) {
      return of("bob", id(bob), action, target, result);
    }

    private Planned hook(String moment, String task, String command, String result) {
      return ofBob("hook.run", moment + " of " + text(task) + " for bob: " + command, result);
    }

    private Planned hookOfLea(String task) {
      return of(
          "lea", id(lead), "hook.run", "after_task of " + text(task) + " for bob: false", "exit 1");
    }

    private void lead(
        PageClient lea, String task, Map<String, String> change, String said, Planned... before)
        throws Exception {
      List<Planned> entries = new ArrayList<>(List.of(before));
      boolean isStopped = before.length > 0;
      entries.add(
          of(
              "lea",
              id(lead),
              "task.change",
              text(task) + (isStopped ? ": in_review" : said),
              "ok"));
      SCRIPT.act(
          () ->
              expect(
                  isStopped ? 409 : 200,
                  lea.send("PATCH", "/api/sessions/" + SESSION + "/tasks/" + task, change)
                      .status()),
          entries.toArray(Planned[]::new));
    }

    private static String task(RawMcp agent) {
      return agent.tool("create_task", "title", "t", "priority", "low").get("task_id");
    }

    private static String text(String task) {
      return "task " + task + " of session " + SESSION;
    }

    private void reviewsAreAnswered(RawMcp annAtWork, RawMcp bobAtWork, PageClient lea)
        throws Exception {
      String first = review(annAtWork);
      String second = review(annAtWork);
      SCRIPT.act(
          () ->
              bobAtWork
                  .tool("submit_review", "review_id", first, "status", "changes_requested")
                  .accepted(),
          ofBob(
              "review.verdict", "review " + first + " of session " + SESSION, "changes_requested"));
      SCRIPT.act(
          () ->
              expect(
                  200,
                  lea.send(
                          "POST",
                          "/api/sessions/" + SESSION + "/reviews/" + second,
                          Map.of("verdict", "approved"))
                      .status()),
          of(
              "lea",
              id(lead),
              "review.verdict",
              "review " + second + " of session " + SESSION + ", asked of bob",
              "approved"));
    }

    private static String review(RawMcp agent) {
      String artifact =
          agent
              .tool("post_artifact", "name", "n", "type", "report", "content", "x")
              .get("artifact_id");
      return agent
          .tool("request_review", "artifact_id", artifact, "reviewer", "bob")
          .get("review_id");
    }

    private void accessIsRefused(PageClient vic, RawMcp cydAtWork) throws Exception {
      String code = "permission_denied";
      SCRIPT.act(
          () ->
              expect(403, vic.send("POST", "/api/rooms/r/messages", Map.of("text", "x")).status()),
          of("vic", id(viewer), "access.refused", "/api/rooms", code));
      SCRIPT.act(
          () -> {
            for (int i = 0; i < 3; i++) {
              assertThat(cydAtWork.tool("join_room", "room", "r").code()).isEqualTo(code);
            }
          },
          of("cyd", id(cyd), "access.refused", "join_room", code));
      SCRIPT.act(
          () -> expect(403, maker.send(cyd, "GET", "", Map.of()).statusCode()),
          of("cyd", id(cyd), "access.refused", "/api/credentials", code));
      SCRIPT.act(
          () -> RawMcp.at(server.mcp()).initialize(RawMcp.VERSION),
          new Planned(EVERYWHERE, NONE, NONE, "access.refused", "/mcp", "unauthorized"));
    }

    private void credentialsAreChanged() throws Exception {
      String path = "/" + id(cyd);
      Map<String, Object> scopes = Map.of("scopes", List.of("rooms:read"));
      String target = credential(cyd, "member", "cyd", "rooms:read");
      SCRIPT.act(
          () -> expect(200, maker.send(maker.owner(), "PATCH", path, scopes).statusCode()),
          of(NONE, owner, "credential.scopes", target, "ok"));
      SCRIPT.act(
          () -> {
            HttpResponse<String> rotated =
                maker.send(maker.owner(), "POST", path + "/rotate", Map.of());
            SECRETS.add(JSON.readTree(rotated.body()).path("token").asString());
          },
          of(NONE, owner, "credential.rotate", target, "ok"));
      SCRIPT.act(
          () -> expect(200, maker.send(maker.owner(), "DELETE", path, Map.of()).statusCode()),
          of(NONE, owner, "credential.revoke", target, "ok"));
      SCRIPT.act(
          () ->
              RawMcp.at(server.mcp())
                  .header("Authorization", "Bearer " + cyd)
                  .initialize(RawMcp.VERSION),
          new Planned(EVERYWHERE, NONE, NONE, "access.refused", "/mcp", "wrong_token"));
    }

    private static void expect(int status, int answered) {
      assertThat(answered).isEqualTo(status);
    }
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return maker.get(maker.owner(), server.at(path));
  }

  /** All entries of a query, read in pages, the oldest first. */
  private static List<JsonNode> entries(String query) throws Exception {
    List<JsonNode> read = new ArrayList<>();
    String after = "";
    JsonNode page;
    do {
      page = JSON.readTree(get("/api/audit?limit=7" + query + after).body());
      page.path("items").forEach(entry -> read.add(0, entry));
      after = "&after=" + page.path("next").asString("");
    } while (page.path("truncated").asBoolean());
    return read;
  }

  private static List<JsonNode> stored() throws Exception {
    List<JsonNode> stored = new ArrayList<>();
    eventually(
        "all of the script is stored",
        () -> {
          stored.clear();
          stored.addAll(entries(""));
          return stored.stream().map(Entry::of).filter(Entry::isOfTheScript).count()
              >= SCRIPT.entries().size();
        });
    return stored;
  }

  @Test
  void list_isTheScript_entryByEntry() throws Exception {
    List<JsonNode> stored = stored();
    assertThat(stored)
        .extracting(Entry::of)
        .filteredOn(Entry::isOfTheScript)
        .isEqualTo(SCRIPT.entries());
    SCRIPT.assertTimes(stored);
  }

  @Test
  void filters_findTheirPartOfTheScript() throws Exception {
    stored();
    assertFilter("workspace", Entry::workspace);
    assertFilter("actor", Entry::actor);
    assertFilter("credential", Entry::credential);
    assertFilter("action", Entry::action);
    assertFilter("result", Entry::result);
  }

  private static void assertFilter(String name, Function<Entry, String> field) throws Exception {
    List<String> values =
        SCRIPT.entries().stream().map(field).filter(text -> !text.isEmpty()).distinct().toList();
    assertThat(values).as(name).hasSizeGreaterThan(1);
    for (String value : values) {
      String query = "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
      assertThat(entries(query))
          .as(query)
          .extracting(Entry::of)
          .filteredOn(Entry::isOfTheScript)
          .isEqualTo(
              SCRIPT.entries().stream().filter(one -> field.apply(one).equals(value)).toList());
    }
  }

  @Test
  void timeFilter_findsWhatWasDoneBetween() throws Exception {
    List<JsonNode> stored = stored();
    String from = stored.get(stored.size() / 3).path("at").asString();
    String until = stored.get(2 * stored.size() / 3).path("at").asString();
    List<JsonNode> between =
        stored.stream()
            .filter(
                entry -> {
                  Instant at = Instant.parse(entry.path("at").asString());
                  return !at.isBefore(Instant.parse(from)) && at.isBefore(Instant.parse(until));
                })
            .toList();
    assertThat(between).isNotEmpty();
    assertThat(entries("&from=" + from + "&until=" + until)).isEqualTo(between);
  }

  @Test
  void export_isTheList_andNeitherHasASecret() throws Exception {
    List<JsonNode> stored = stored();
    String export = get("/api/audit/export?workspace=" + WORKSPACE).body();
    List<JsonNode> lines = export.lines().map(JSON::readTree).toList();
    List<JsonNode> listed =
        stored.stream()
            .filter(entry -> entry.path("workspace").asString().equals(WORKSPACE))
            .filter(entry -> Entry.of(entry).isOfTheScript())
            .toList();
    List<JsonNode> oldestFirst = new ArrayList<>();
    lines.stream()
        .filter(entry -> Entry.of(entry).isOfTheScript())
        .forEach(entry -> oldestFirst.add(0, entry));
    assertThat(oldestFirst).isEqualTo(listed);
    String all = export + get("/api/audit/export").body() + stored;
    assertThat(SECRETS).hasSizeGreaterThan(10);
    for (String secret : SECRETS) {
      String bare = secret.replaceFirst("^parley_[a-z0-9]{12}_", "");
      assertThat(bare).hasSizeGreaterThan(20);
      assertThat(all).doesNotContain(bare);
    }
  }
}
