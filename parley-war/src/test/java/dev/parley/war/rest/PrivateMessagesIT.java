package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * A direct message is read by its sender, its recipient and those who lead; on each path, by nobody
 * else.
 */
class PrivateMessagesIT {
  private static final String SECRET = "plover-egg";
  private static final String OPEN = "for-everybody";
  private static final List<String> PATHS =
      List.of(
          "/api/sessions",
          "/api/sessions/talk",
          "/api/sessions/talk/events",
          "/api/sessions/talk/events?after=0",
          "/api/sessions/talk/events?after=0&kind=message_said",
          "/api/sessions/talk/events?before=1000&limit=1000",
          "/api/sessions/talk/tasks",
          "/api/sessions/talk/artifacts",
          "/api/sessions/talk/reviews",
          "/api/sessions/talk/team",
          "/api/sessions/talk/export",
          "/api/sessions/talk/export?format=json",
          "/api/agents",
          "/api/rooms",
          "/api/search?q=" + SECRET,
          "/api/search/work?q=plover",
          "/api/memory",
          "/api/personas",
          "/api/health");

  private static RunningServer server;
  private static CredentialMaker maker;

  @BeforeAll
  static void talk() throws Exception {
    server = RunningServer.start();
    maker = CredentialMaker.of(server);
    maker.token("agent", "member", "default", "first");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static RawMcp agent(String name) throws Exception {
    RawMcp client =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "member", "default", name))
            .begin();
    client.tool("start_session", "session_id", "talk").accepted();
    return client;
  }

  private static PageClient person(String role, String name) throws Exception {
    String kind = role.equals("admin") ? "admin" : "person";
    return PageClient.loggedIn(
        server.base(), Map.of("token", maker.token(kind, role, "default", name)));
  }

  @Test
  void agents_readTheirOwnAlone() throws Exception {
    try (RawMcp ann = agent("ann");
        RawMcp bert = agent("bert");
        RawMcp cleo = agent("cleo")) {
      bert.listen();
      cleo.listen();
      cleo.tool("wait_for_messages", "block_ms", 0).accepted();
      bert.tool("wait_for_messages", "block_ms", 0).accepted();
      JsonNode sent = ann.tool("send_message", "to", "bert", "content", SECRET).accepted().fields();
      long seq = sent.at("/message/seq").asLong();
      ann.tool("send_message", "content", OPEN).accepted();
      assertThat(bert.stream().next().content()).isEqualTo(SECRET);
      assertThat(cleo.stream().next().content()).isEqualTo(OPEN);
      assertThat(bert.tool("wait_for_messages", "block_ms", 0).text()).contains(SECRET, OPEN);
      assertThat(cleo.tool("wait_for_messages", "block_ms", 0).text())
          .contains(OPEN)
          .doesNotContain(SECRET);
      assertThat(bert.tool("get_messages").text()).contains(SECRET);
      assertThat(cleo.tool("get_messages").text()).contains(OPEN).doesNotContain(SECRET);
      assertThat(cleo.tool("get_messages", "after_seq", seq - 1).text()).contains(OPEN);
      assertThat(cleo.tool("get_messages", "agent_id", "bert").code())
          .isEqualTo("permission_denied");
      assertThat(cleo.tool("wait_for_messages", "block_ms", 0, "agent_id", "bert").code())
          .isEqualTo("permission_denied");
      assertThat(cleo.tool("message_status", "seq", seq).code()).isEqualTo("permission_denied");
      assertThat(ann.tool("message_status", "seq", seq).accepted().text()).contains("bert");
      assertThat(cleo.tool("search_messages", "query", SECRET).text()).doesNotContain(SECRET);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"viewer", "member"})
  void person_whoDoesNotLead_readsNoneOfOthersOnAnyPath(String role) throws Exception {
    try (RawMcp ann = agent("ann")) {
      PageClient person = person(role, "low-" + role);
      Queue<String> stream = person.stream("?session=talk");
      eventually("the stream is open", () -> String.join("", stream).contains("hello"));
      ann.tool("send_message", "to", "bert", "content", SECRET).accepted();
      ann.tool("send_message", "content", OPEN + role).accepted();
      ann.tool("send_message", "to", "low-" + role, "content", "to you, " + role).accepted();
      eventually(
          "the stream brings its own", () -> String.join("", stream).contains("to you, " + role));
      assertThat(String.join("", stream)).contains(OPEN + role).doesNotContain(SECRET);
      for (String path : PATHS) {
        PageClient.Answer answer = person.get(path);
        assertThat(answer.status()).as(path).isEqualTo(200);
        if (!path.contains("search")) { // which has the words it was asked for
          assertThat(answer.raw().body()).as(path).doesNotContain(SECRET);
        }
      }
      assertThat(person.get("/api/search?q=" + SECRET).json().path("items")).isEmpty();
      assertThat(person.get("/api/search/work?q=" + SECRET).json().path("items")).isEmpty();
      assertThat(person.get("/api/sessions/talk/events?after=0").raw().body())
          .contains(OPEN + role, "to you, " + role);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lead", "admin"})
  void person_whoLeads_readsAll(String role) throws Exception {
    try (RawMcp ann = agent("ann")) {
      PageClient person = person(role, "high-" + role);
      Queue<String> stream = person.stream("?session=talk");
      eventually("the stream is open", () -> String.join("", stream).contains("hello"));
      ann.tool("send_message", "to", "bert", "content", SECRET + role).accepted();
      eventually("the stream brings it", () -> String.join("", stream).contains(SECRET + role));
      for (String query : List.of("", "?after=0", "?before=100000")) {
        assertThat(person.get("/api/sessions/talk/events" + query).raw().body())
            .contains(SECRET + role);
      }
    }
  }

  @Test
  void message_ofAPerson_isReadByThatPerson_andNoOtherMember() throws Exception {
    PageClient mo = person("member", "mo");
    PageClient other = person("member", "other");
    try (RawMcp bert = agent("bert")) {
      int sent =
          mo.send("POST", "/api/sessions/talk/messages", Map.of("text", "mo-says", "to", "bert"))
              .status();
      assertThat(sent).isEqualTo(201);
      assertThat(bert.tool("get_messages").text()).contains("mo-says");
      assertThat(mo.get("/api/sessions/talk/events").raw().body()).contains("mo-says");
      assertThat(other.get("/api/sessions/talk/events").raw().body()).doesNotContain("mo-says");
    }
  }

  /** Each page of one event goes on past the hidden ones, and the seqs have gaps. */
  @Test
  void pages_goOnPastHiddenOnes() throws Exception {
    try (RawMcp ann = agent("ann")) {
      ann.tool("start_session", "session_id", "gaps").accepted();
      for (int i = 0; i < 4; i++) {
        ann.tool("send_message", "to", "bert", "content", SECRET).accepted();
        ann.tool("send_message", "to", "bert", "content", SECRET).accepted();
        ann.tool("send_message", "content", "open-" + i).accepted();
      }
      PageClient viewer = person("viewer", "vic");
      List<String> read = new ArrayList<>();
      long after = 0;
      boolean more = true;
      while (more) {
        JsonNode page =
            viewer.get("/api/sessions/gaps/events?kind=message_said&limit=1&after=" + after).json();
        read.addAll(page.path("items").findValuesAsString("text"));
        after = page.path("next").asLong();
        more = page.path("truncated").asBoolean();
      }
      assertThat(read).containsExactly("open-0", "open-1", "open-2", "open-3");
    }
  }
}
