package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Nobody acts, or is shown, under the name of somebody else: each field that carries a name. */
@ExtendWith(SharedServer.class)
class ImpersonationIT {
  /** In these, agent_id says whose memory it is; one of another may be read. */
  private static final Set<String> READ_THE_MEMORY_OF_OTHERS = Set.of("read_memory");

  /** Values of the arguments that tools need beside the name of their caller. */
  private static final Map<String, Object> NEEDED =
      Map.ofEntries(
          Map.entry("room", "masks"),
          Map.entry("topic", "masks"),
          Map.entry("body", "x"),
          Map.entry("content", "x"),
          Map.entry("seq", 1),
          Map.entry("in_reply_to", "01HX0000000000000000000001"),
          Map.entry("session_id", "masks"),
          Map.entry("task_id", "task-1"),
          Map.entry("title", "t"),
          Map.entry("priority", "low"),
          Map.entry("name", "n"),
          Map.entry("type", "pr"),
          Map.entry("artifact_id", "artifact-1"),
          Map.entry("review_id", "review-1"),
          Map.entry("reviewer", "bob"),
          Map.entry("status", "approved"),
          Map.entry("key", "k"),
          Map.entry("entry", "e"),
          Map.entry("summary", "s"),
          Map.entry("state", "s"));

  private static RunningServer closed;
  private static CredentialMaker maker;
  private static String alice;
  private static String one;

  @BeforeAll
  static void startAServerWithCredentials() throws Exception {
    closed = RunningServer.start();
    maker = CredentialMaker.of(closed);
    alice = maker.token("agent", "member", "default", "alice.*");
    one = maker.token("agent", "member", "default", "one");
    client(maker.token("agent", "member", "default", "bob")).begin();
  }

  @AfterAll
  static void stopServer() {
    closed.close();
  }

  private static RawMcp client(String token) {
    return RawMcp.at(closed.mcp()).header("Authorization", "Bearer " + token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bob", "alicia", "alice-fe", "Alice"})
  void agentId_ofSomebodyElse_isRefusedByEachToolThatTakesIt(String name) {
    try (RawMcp caller = client(alice).begin()) {
      List<String> tried = new ArrayList<>();
      List<String> notRefused = new ArrayList<>();
      for (JsonNode tool : caller.call("tools/list", null).result().get("tools")) {
        String named = tool.get("name").asString();
        if (!tool.at("/inputSchema/properties").has("agent_id")
            || READ_THE_MEMORY_OF_OTHERS.contains(named)) {
          continue;
        }
        ToolAnswer answer = caller.tool(named, arguments(tool, name));
        tried.add(named);
        if (!answer.refused() || !answer.code().equals("permission_denied")) {
          notRefused.add(named + ": " + answer.text());
        }
      }
      assertThat(notRefused).isEmpty();
      assertThat(tried)
          .contains("join_room", "leave_room", "list_rooms", "who_is_here", "send_message")
          .contains("parley_post", "parley_reply", "parley_fetch_recent")
          .contains("wait_for_messages", "ack_messages", "message_status", "get_messages");
    }
  }

  private static Object[] arguments(JsonNode tool, String agent) {
    Map<String, Object> given = new HashMap<>();
    given.put("agent_id", agent);
    for (JsonNode required : tool.at("/inputSchema/required")) {
      String name = required.asString();
      given.computeIfAbsent(name, NEEDED::get);
    }
    switch (tool.get("name").asString()) {
      case "send_message" -> given.put("content", "x");
      case "update_task" -> given.put("status", "done");
      case "get_artifact" -> given.put("name", "n");
      default -> {
        // needs no more than its schema says
      }
    }
    return given.entrySet().stream()
        .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
        .toArray();
  }

  @Test
  void agentId_ofACredentialOfOneName_mayBeLeftOutAndMustNotContradictIt() {
    try (RawMcp caller = client(one).begin()) {
      caller.tool("join_room", "room", "one", "nickname", "one").accepted();
      assertThat(
              caller
                  .tool("join_room", "room", "one", "nickname", "one", "agent_id", "one")
                  .accepted()
                  .fields()
                  .get("membersCount")
                  .asInt())
          .isEqualTo(1);
      for (String other : List.of("one.fe", "bob", "One")) {
        assertThat(caller.tool("join_room", "room", "one", "agent_id", other).code())
            .as(other)
            .isEqualTo("permission_denied");
      }
    }
  }

  @Test
  void agentId_belowThePatternOfTheCredential_isThatAgent() {
    try (RawMcp caller = client(alice).begin();
        RawMcp other = client(one).begin()) {
      other.tool("join_room", "room", "pattern", "nickname", "one").accepted();
      other.listen();
      caller.tool("join_room", "room", "pattern", "nickname", "fe", "agent_id", "alice.fe");
      caller
          .tool("send_message", "room", "pattern", "body", "hi", "agent_id", "alice.fe")
          .accepted();
      PushedEvent sent = other.stream().next();
      assertThat(sent.meta("from_nickname")).isEqualTo("fe");
      assertThat(sent.meta("verified")).isEqualTo("true");
      caller.tool("parley_post", "topic", "pattern", "content", "kept", "agent_id", "alice.be");
      PushedEvent posted = other.stream().next();
      assertThat(posted.meta("from_nickname")).isEqualTo("alice.be (not in the room)");
      assertThat(posted.meta("verified")).isEqualTo("true");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bob", "Bob", "BOB"})
  void nickname_ofAnotherAgent_isNumbered_inBothModes(String wish, RunningServer open) {
    try (RawMcp stranger = client(one).begin();
        RawMcp reader = client(alice).begin()) {
      String room = "nicknames-" + wish.hashCode() % 7;
      reader.tool("join_room", "room", room, "nickname", "reader").accepted();
      reader.listen();
      assertThat(stranger.tool("join_room", "room", room, "nickname", wish).get("nickname"))
          .isEqualTo(wish + "-2");
      stranger.tool("send_message", "room", room, "body", "hi").accepted();
      PushedEvent push = reader.stream().next();
      assertThat(push.meta("from_nickname")).isEqualTo(wish + "-2");
    }
    String taken = "masked-" + wish;
    try (RawMcp bob = agent(open, "masked-bob").begin();
        RawMcp stranger = agent(open, "masked-stranger").begin()) {
      assertThat(stranger.tool("join_room", "room", "masked", "nickname", taken).get("nickname"))
          .isEqualTo(taken + "-2");
      assertThat(bob.tool("join_room", "room", "masked", "nickname", "masked-bob").get("nickname"))
          .isEqualTo("masked-bob");
    }
  }

  private static RawMcp agent(RunningServer open, String name) {
    return RawMcp.at(open.mcp()).header("Parley-Agent", name);
  }

  @Test
  void headerOfAgentOrLogin_ofSomebodyElse_isRefused() throws Exception {
    JsonNode header =
        client(alice).header("Parley-Agent", "bob").initialize(RawMcp.VERSION).error();
    assertThat(header.at("/data/code").asString()).isEqualTo("permission_denied");
    String wanda = maker.token("person", "member", "default", "wanda");
    PageClient.Answer login =
        PageClient.stranger(closed.base())
            .send("POST", "/api/login", Map.of("token", wanda, "name", "bob"));
    assertThat(login.status()).isEqualTo(403);
  }

  @Test
  void person_inARoom_isNotShownAsAnAgent_norAnAgentAsThePerson(RunningServer open)
      throws Exception {
    String token = maker.token("person", "member", "default", "wilma");
    PageClient wilma = PageClient.loggedIn(closed.base(), Map.of("token", token));
    assertThat(wilma.get("/api/me").status()).isEqualTo(200);
    JsonNode taken = wilma.send("PUT", "/api/rooms/people/seat", Map.of("nickname", "bob")).json();
    assertThat(taken.path("nickname").asString()).isEqualTo("bob-2");
    try (RawMcp stranger = client(one).begin()) {
      assertThat(stranger.tool("join_room", "room", "people", "nickname", "wilma").code())
          .isEqualTo("name_reserved");
      assertThat(stranger.tool("join_room", "room", "people", "agent_id", "wilma").code())
          .isIn("permission_denied", "name_reserved");
    }
    PageClient walt = PageClient.loggedIn(open.base(), Map.of("name", "walt"));
    assertThat(walt.get("/api/me").status()).isEqualTo(200);
    try (RawMcp stranger = RawMcp.at(open.mcp()).begin()) {
      for (String tool : List.of("join_room", "list_rooms", "wait_for_messages")) {
        Object[] given =
            tool.equals("join_room")
                ? new Object[] {"room", "masked", "agent_id", "Walt"}
                : new Object[] {"agent_id", "Walt"};
        assertThat(stranger.tool(tool, given).code()).as(tool).isEqualTo("name_reserved");
      }
    }
  }
}
