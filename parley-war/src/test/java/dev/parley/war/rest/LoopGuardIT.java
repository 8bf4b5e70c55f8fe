package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import dev.parley.war.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Agents that answer each other without end, over HTTP, and the person who lifts their stop. */
@Timeout(120)
class LoopGuardIT {
  private static final int EXCHANGES = 6;
  private static final int WAKES = 2;

  /** When each was stopped and what it was answered, printed at the end. */
  private static final List<String> TABLE = new ArrayList<>();

  private static RunningServer server;
  private static PageClient person;

  @BeforeAll
  static void start() {
    server =
        RunningServer.start(
            "--rate-limit",
            "off",
            "--max-exchanges",
            Integer.toString(EXCHANGES),
            "--max-wakes",
            Integer.toString(WAKES),
            "--max-urgent",
            "1");
    person = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
  }

  @AfterAll
  static void stop() {
    server.close();
    TABLE.forEach(System.out::println);
  }

  @Test
  void twoThatAlwaysAnswer_areStopped_shown_andGoOnWhenAPersonResumesThem() {
    try (RawMcp alice = agent("g1-alice", "g1");
        RawMcp bob = agent("g1-bob", "g1")) {
      ToolAnswer refusal = talk("ping-pong of two", "g1", alice, bob);
      assertThat(refusal.code()).isEqualTo("loop_stopped");
      assertThat(refusal.fields().get("limit").asInt()).isEqualTo(EXCHANGES);
      assertThat(refusal.fields().get("agents").toString()).isEqualTo("[\"g1-bob\"]");
      assertThat(refusal.get("since")).startsWith("20");
      assertThat(refusal.get("error")).contains("g1-bob", "report to your user");
      assertThat(shown("g1-alice").at("/stopped/reason").asString()).isEqualTo("loop");
      assertThat(shown("g1-alice").at("/stopped/with/0").asString()).isEqualTo("g1-bob");
      assertThat(shown("g1-bob").get("stopped").isNull()).isTrue();
      alice.tool("create_task", "title", "work", "priority", "low").accepted();
      assertThat(say(alice, "g1", "after work").code()).isEqualTo("loop_stopped");
      assertThat(resume("g1-alice").get("resumed").asBoolean()).isTrue();
      assertThat(shown("g1-alice").get("stopped").isNull()).isTrue();
      assertThat(resume("g1-alice").get("resumed").asBoolean()).isFalse();
      say(alice, "g1", "thank you").accepted();
    }
  }

  @Test
  void threeInARing_byDirectMessages_areStopped_andAMessageOfAPersonLiftsIt() {
    try (RawMcp a = agent("g2-a", "g2");
        RawMcp b = agent("g2-b", "g2");
        RawMcp c = agent("g2-c", "g2")) {
      RawMcp[] ring = {a, b, c};
      String[] names = {"g2-a", "g2-b", "g2-c"};
      ToolAnswer answer = null;
      int sent = 0;
      for (; sent < 50; sent++) {
        if (sent > 0) {
          assertThat(read(ring[sent % 3], "direct")).hasSize(1);
        }
        answer = direct(ring[sent % 3], names[(sent + 1) % 3], "number " + sent);
        if (answer.refused()) {
          break;
        }
      }
      note("ring of three", names[sent % 3], sent, answer);
      assertThat(sent).isEqualTo(EXCHANGES);
      assertThat(answer.code()).isEqualTo("loop_stopped");
      assertThat(shown("g2-a").get("stopped").isNull()).isFalse();
      assertThat(
              person
                  .send("POST", "/api/sessions/g2/messages", Map.of("text", "go on", "to", "g2-a"))
                  .status())
          .isEqualTo(201);
      direct(a, "g2-b", "I do").accepted();
    }
  }

  @Test
  void messageOfAPersonInTheRoom_liftsTheStop() {
    try (RawMcp alice = agent("g3-alice", "g3");
        RawMcp bob = agent("g3-bob", "g3")) {
      assertThat(talk("ping-pong, lifted in the room", "g3", alice, bob).refused()).isTrue();
      assertThat(person.send("POST", "/api/rooms/g3/messages", Map.of("text", "go on")).status())
          .isEqualTo(201);
      say(alice, "g3", "I do").accepted();
    }
  }

  @Test
  void promptOfTheUser_liftsTheStop() {
    try (RawMcp alice = agent("g4-alice", "g4");
        RawMcp bob = agent("g4-bob", "g4")) {
      assertThat(talk("ping-pong, lifted by a prompt", "g4", alice, bob).refused()).isTrue();
      hook(alice, "UserPromptSubmit");
      say(alice, "g4", "as you say").accepted();
    }
  }

  @Test
  void agentThatRepeatsItself_isRefusedTheFourthTime() {
    try (RawMcp alice = agent("g5-alice", "g5");
        RawMcp bob = agent("g5-bob", "g5")) {
      join("g5", alice, bob);
      ToolAnswer answer = null;
      int sent = 0;
      for (; sent < 20; sent++) {
        say(bob, "g5", "and now? " + sent).accepted();
        assertThat(read(alice, "messages")).isNotEmpty();
        answer = say(alice, "g5", sent % 2 == 0 ? "On it." : " on  it. ");
        if (answer.refused()) {
          break;
        }
      }
      note("the same answer", "g5-alice", sent, answer);
      assertThat(sent).isEqualTo(3);
      assertThat(answer.code()).isEqualTo("repeated");
      assertThat(answer.fields().get("repeats").asInt()).isEqualTo(3);
      assertThat(answer.fields().get("retryAfterMs").asLong()).isBetween(1L, 600_000L);
      say(alice, "g5", "Half done.").accepted();
    }
  }

  @Test
  void senderThatReadsNothing_isNeverStopped() {
    try (RawMcp alice = agent("g6-alice", "g6");
        RawMcp bob = agent("g6-bob", "g6")) {
      join("g6", alice, bob);
      for (int i = 0; i < 10 * EXCHANGES; i++) {
        say(alice, "g6", "tick").accepted();
        assertThat(read(bob, "messages")).hasSize(1);
      }
    }
  }

  @Test
  void workInBetween_letsTheTalkGoOn() {
    try (RawMcp alice = agent("g11-alice", "g11");
        RawMcp bob = agent("g11-bob", "g11")) {
      join("g11", alice, bob);
      for (int i = 0; i < 4 * EXCHANGES; i++) {
        RawMcp mine = i % 2 == 0 ? alice : bob;
        if (i > 0) {
          assertThat(read(mine, "messages")).hasSize(1);
        }
        if (i % 4 > 1) {
          mine.tool("create_task", "title", "task " + i, "priority", "low").accepted();
        }
        say(mine, "g11", "number " + i).accepted();
      }
    }
  }

  @Test
  void topic_thatIsReadAgainAndAgain_makesNoExchangeOfWhatIsOld() {
    try (RawMcp alice = agent("g7-alice", "g7");
        RawMcp bob = agent("g7-bob", "g7")) {
      bob.tool("parley_post", "topic", "g7", "content", "status, please").accepted();
      for (int i = 0; i < 3 * EXCHANGES; i++) {
        alice.tool("parley_fetch_recent", "topic", "g7").accepted();
        alice.tool("parley_post", "topic", "g7", "content", "number " + i).accepted();
      }
      ToolAnswer answer = null;
      int sent = 0;
      for (; sent < 50; sent++) {
        RawMcp mine = sent % 2 == 0 ? bob : alice;
        mine.tool("parley_fetch_recent", "topic", "g7").accepted();
        answer = mine.tool("parley_post", "topic", "g7", "content", "reply " + sent);
        if (answer.refused()) {
          break;
        }
      }
      note("posts to a topic", sent % 2 == 0 ? "g7-bob" : "g7-alice", sent, answer);
      assertThat(answer.code()).isEqualTo("loop_stopped");
      assertThat(sent).isBetween(EXCHANGES - 2, EXCHANGES);
    }
  }

  @Test
  void claudeCode_thatOnlySeesPushes_isStoppedToo() {
    try (RawMcp alice = claude("g8-alice", "g8");
        RawMcp bob = claude("g8-bob", "g8");
        EventStreamReader forAlice = alice.listen();
        EventStreamReader forBob = bob.listen()) {
      join("g8", alice, bob);
      ToolAnswer answer = null;
      int sent = 0;
      for (; sent < 50; sent++) {
        answer = say(sent % 2 == 0 ? alice : bob, "g8", "number " + sent);
        if (answer.refused()) {
          break;
        }
        (sent % 2 == 0 ? forBob : forAlice).next();
      }
      note("ping-pong by pushes", "g8-alice", sent, answer);
      assertThat(answer.code()).isEqualTo("loop_stopped");
      assertThat(sent).isEqualTo(EXCHANGES);
    }
  }

  @Test
  void wakesPastTheBudget_areNone_andTheSenderIsInformed() {
    try (RawMcp alice = agent("g9-alice", "g9");
        RawMcp bob = agent("g9-bob", "g9")) {
      for (int i = 0; i < WAKES; i++) {
        assertThat(hook(bob, "Stop")).isEmpty();
        assertThat(direct(alice, "g9-bob", "wake " + i).accepted().fields().has("notWoken"))
            .isFalse();
        assertThat(wake(bob, 20_000)).isTrue();
        assertThat(hook(bob, "UserPromptSubmit").toString()).contains("wake " + i);
      }
      assertThat(hook(bob, "Stop")).isEmpty();
      ToolAnswer receipt = direct(alice, "g9-bob", "one more").accepted();
      assertThat(receipt.fields().get("notWoken").toString()).isEqualTo("[\"g9-bob\"]");
      assertThat(wake(bob, 200)).isFalse();
      assertThat(hook(bob, "Stop")).isEmpty();
      assertThat(hook(bob, "UserPromptSubmit").toString()).contains("one more");
    }
  }

  @Test
  void urgent_isRefusedWhereThePolicySaysSo_allowed_andLimited() {
    try (RawMcp alice = agent("g10-alice", "g10");
        RawMcp usual = agent("g10-usual", "g10");
        RawMcp open = agent("g10-open", "g10", "all");
        RawMcp shut = agent("g10-shut", "g10", "none")) {
      ToolAnswer refused = urgent(alice, "g10-usual");
      note("urgent to one that lets people", "g10-alice", 0, refused);
      assertThat(refused.code()).isEqualTo("urgent_refused");
      assertThat(refused.fields().get("agents").toString()).isEqualTo("[\"g10-usual\"]");
      assertThat(urgent(alice, "g10-shut").code()).isEqualTo("urgent_refused");
      assertThat(urgent(alice, "g10-absent").fields().get("agents")).isEmpty();
      assertThat(alice.tool("send_message", "content", "x", "urgent", true).code())
          .isEqualTo("invalid_argument");
      assertThat(read(usual, "direct")).as("nothing was sent").isEmpty();

      hook(open, "UserPromptSubmit");
      direct(alice, "g10-open", "take your time").accepted();
      urgent(alice, "g10-open").accepted();
      assertThat(wake(open, 20_000)).as("though it is busy").isTrue();
      assertThat(context(open, "PostToolBatch"))
          .containsSubsequence("urgent=\"true\"", "fire", "take your time");
      ToolAnswer limited = urgent(alice, "g10-open");
      note("urgent, one past the limit", "g10-alice", 1, limited);
      assertThat(limited.code()).isEqualTo("rate_limited");
      assertThat(limited.fields().get("limit").asInt()).isEqualTo(1);
      assertThat(limited.fields().get("retryAfterMs").asLong()).isBetween(1L, 3_600_000L);

      join("g10", alice, usual, shut);
      assertThat(alice.tool("send_message", "room", "g10", "body", "fire", "urgent", true).code())
          .isEqualTo("urgent_refused");
      hook(usual, "UserPromptSubmit");
      Map<String, Object> fire = Map.of("text", "stop that", "urgent", true);
      assertThat(person.send("POST", "/api/rooms/g10/messages", fire).status()).isEqualTo(201);
      assertThat(context(usual, "PostToolBatch")).contains("urgent=\"true\"", "stop that");
      assertThat(person.send("POST", "/api/rooms/g10/messages", fire).status()).isEqualTo(429);
      assertThat(context(shut, "UserPromptSubmit")).contains("stop that").doesNotContain("urgent=");
    }
  }

  @Test
  void policyThatIsNone_isRefusedWithTheNamesOfAll() {
    JsonNode error =
        RawMcp.at(server.mcp())
            .header("Parley-Urgent", "sometimes")
            .initialize(RawMcp.VERSION)
            .error();
    assertThat(error.get("message").asString())
        .contains("sometimes", "all, people, none", "--urgent or PARLEY_URGENT");
  }

  /** Lets two answer each other in a room until one is refused; returns the refusal. */
  private static ToolAnswer talk(String what, String room, RawMcp alice, RawMcp bob) {
    join(room, alice, bob);
    for (int sent = 0; sent < 50; sent++) {
      RawMcp mine = sent % 2 == 0 ? alice : bob;
      if (sent > 0) {
        assertThat(read(mine, "messages")).hasSize(1);
      }
      ToolAnswer answer = say(mine, room, "number " + sent);
      if (answer.refused()) {
        note(what, room + (sent % 2 == 0 ? "-alice" : "-bob"), sent, answer);
        assertThat(sent).isEqualTo(EXCHANGES);
        return answer;
      }
    }
    throw new AssertionError("never stopped");
  }

  private static void note(String what, String who, int sent, ToolAnswer answer) {
    TABLE.add(
        String.format(
            "%-32s | %-9s | after %2d messages | %-14s | %s",
            what, who, sent, answer.get("code"), answer.get("error")));
  }

  private static ToolAnswer say(RawMcp from, String room, String text) {
    return from.tool("send_message", "room", room, "body", text);
  }

  private static ToolAnswer direct(RawMcp from, String to, String text) {
    return from.tool("send_message", "to", to, "content", text);
  }

  private static ToolAnswer urgent(RawMcp from, String to) {
    return from.tool("send_message", "to", to, "content", "fire", "urgent", true);
  }

  private static JsonNode read(RawMcp client, String list) {
    return client.tool("wait_for_messages", "block_ms", 0).accepted().fields().get(list);
  }

  private static boolean wake(RawMcp client, int millis) {
    return client.call("parley/wake", Map.of("block_ms", millis)).result().get("wake").asBoolean();
  }

  private static JsonNode hook(RawMcp client, String event) {
    Map<String, Object> call = Map.of("name", "hook_event", "arguments", Map.of("event", event));
    JsonNode result = client.call("tools/call", call).result();
    return Json.jackson().readTree(result.at("/content/0/text").asString());
  }

  private static String context(RawMcp client, String event) {
    return hook(client, event).at("/hookSpecificOutput/additionalContext").asString();
  }

  private static JsonNode shown(String agent) {
    JsonNode agents = person.get("/api/agents").json().path("items");
    return StreamSupport.stream(agents.spliterator(), false)
        .filter(one -> one.path("id").asString().equals(agent))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode resume(String agent) {
    return person.send("POST", "/api/agents/" + agent + "/resume", Map.of()).json();
  }

  private static void join(String room, RawMcp... all) {
    for (RawMcp client : all) {
      client.tool("join_room", "room", room).accepted();
    }
  }

  private static RawMcp agent(String name, String session) {
    return agent(name, session, "people");
  }

  private static RawMcp agent(String name, String session, String urgent) {
    RawMcp client =
        RawMcp.at(server.mcp())
            .header("Parley-Agent", name)
            .header("Parley-Session", session)
            .header("Parley-Urgent", urgent)
            .begin();
    client.tool("start_session", "session_id", session).accepted();
    return client;
  }

  private static RawMcp claude(String name, String session) {
    RawMcp client =
        RawMcp.at(server.mcp()).header("Parley-Agent", name).header("Parley-Session", session);
    Reply opened =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"claude-code\",\"version\":\"2\"}}}");
    client.header("Mcp-Session-Id", opened.header("Mcp-Session-Id").orElseThrow());
    assertThat(client.notify("notifications/initialized").status()).isEqualTo(202);
    return client;
  }
}
