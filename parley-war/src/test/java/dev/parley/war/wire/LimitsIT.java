package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.Teammates;
import dev.parley.war.testing.ToolAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The bounds of a server as its callers meet them. */
@Timeout(180)
@ExtendWith(SharedServer.class)
class LimitsIT {
  private static final int ANSWER = 1 << 20;
  private static final int SMALL_ANSWER = 16_384;
  private static final String LONGEST_TOKEN = "t".repeat(1_024);

  /** A server whose answers and sessions hold little. */
  private static RunningServer small;

  /**
   * A server that needs a token and has room for two workspaces of one agent, whose calls that wait
   * are few and whose writes are slow.
   */
  private static RunningServer strict;

  @BeforeAll
  static void startServers() {
    small =
        RunningServer.launch()
            .with("--rate-limit", "off", "--max-answer", SMALL_ANSWER + "")
            .with("--max-messages", "2", "--max-tasks", "1")
            .with("--max-artifacts", "1", "--max-reviews", "1")
            .start();
    strict =
        RunningServer.launch()
            .with("--token", LONGEST_TOKEN, "--max-workspaces", "2", "--max-agents", "1")
            .with("--max-calls", "2", "--message-rate", "1:2", "--write-rate", "1:3")
            .start();
  }

  @AfterAll
  static void stopServers() {
    small.close();
    strict.close();
  }

  @Tag("faults")
  @Test
  void getMessages_ofMoreThanOneAnswer_isPagedFromTheOldestAndReachesAll(RunningServer server) {
    try (RawMcp alice = in(server, "limits-oldest", "alice").begin();
        RawMcp bob = in(server, "limits-oldest", "bob").begin()) {
      alice.tool("start_session", "session_id", "run").accepted();
      List<String> said = new ArrayList<>();
      for (int i = 0; i < 907; i++) {
        said.add(i + ":" + "x\"".repeat(4_000));
        alice.tool("send_message", "content", said.get(i)).accepted();
      }
      List<String> read = new ArrayList<>();
      Object[] where = {};
      int pages = 0;
      boolean more = true;
      while (more) {
        Reply reply = bob.call("tools/call", params("get_messages", where));
        assertThat(reply.body().getBytes(StandardCharsets.UTF_8).length).isLessThan(ANSWER);
        JsonNode page = reply.result().get("structuredContent");
        page.get("messages").forEach(message -> read.add(message.get("content").asString()));
        more = page.path("truncated").asBoolean();
        where = more ? new Object[] {"after_seq", page.get("next_after_seq").asLong()} : where;
        pages++;
      }
      assertThat(read).isEqualTo(said);
      System.out.println("907 messages of 8 kB: " + pages + " answers");
    }
  }

  /** 78 MB wait for two agents that have an inbox and take nothing; all of it is there after. */
  @Tag("faults")
  @Test
  void directMessages_thatNobodyTakes_doNotFillTheMemory() {
    int messages = 600;
    String text = "x".repeat(65_000);
    try (RunningServer server =
            RunningServer.launch().jvm("-Xmx96m").with("--rate-limit", "off").start();
        RawMcp alice = RawMcp.at(server.mcp()).header("Parley-Agent", "alice").begin();
        RawMcp bob = RawMcp.at(server.mcp()).header("Parley-Agent", "bob").begin();
        RawMcp carol = RawMcp.at(server.mcp()).header("Parley-Agent", "carol").begin()) {
      alice.tool("start_session", "session_id", "run").accepted();
      bob.tool("wait_for_messages", "block_ms", 0).accepted();
      for (int i = 0; i < messages; i++) {
        alice.tool("send_message", "to", "bob", "content", i + ":" + text).accepted();
        alice.tool("send_message", "to", "carol", "content", i + ":" + text).accepted();
      }
      for (RawMcp receiver : List.of(bob, carol)) {
        List<Integer> read = new ArrayList<>();
        while (read.size() < messages) {
          JsonNode page = receiver.tool("wait_for_messages", "block_ms", 0).fields();
          assertThat(page.get("direct")).isNotEmpty();
          for (JsonNode message : page.get("direct")) {
            String content = message.get("content").asString();
            assertThat(content).endsWith(text);
            read.add(Integer.valueOf(content.substring(0, content.indexOf(':'))));
          }
        }
        assertThat(read).isEqualTo(IntStream.range(0, messages).boxed().toList());
      }
    }
  }

  @Test
  void messagesOfATopic_ofMoreThanOneAnswer_arePagedAndAllReached() {
    try (RawMcp alice = RawMcp.at(small.mcp()).begin()) {
      List<String> said = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        said.add("word " + i + "\"".repeat(2_000));
        alice.tool("parley_post", "topic", "plan", "content", said.get(i)).accepted();
      }
      List<String> fetched = new ArrayList<>();
      Object since = "beginning";
      for (boolean more = true; more; ) {
        JsonNode page = smallAnswer(alice, "parley_fetch_recent", "topic", "plan", "since", since);
        page.get("messages").forEach(message -> fetched.add(message.get("content").asString()));
        since = page.get("nextCursor").asString();
        more = page.get("hasMore").asBoolean();
      }
      assertThat(fetched).isEqualTo(said);
      List<String> found = new ArrayList<>();
      Object before = 1_000;
      for (boolean more = true; more; ) {
        JsonNode page =
            smallAnswer(
                alice, "search_messages", "query", "word", "topic", "plan", "before", before);
        page.get("messages").forEach(message -> found.add(0, message.get("content").asString()));
        before = page.path("before").asLong();
        more = page.get("truncated").asBoolean();
      }
      assertThat(found).isEqualTo(said);
    }
  }

  @Test
  void listUsers_ofMoreThanOneAnswer_isCutAndAllAreReachedByTheirNames() {
    try (RawMcp asking = RawMcp.at(small.mcp()).header("Parley-Agent", "z").begin()) {
      for (int i = 0; i < 60; i++) {
        String name = (i % 3) + "-" + i + "-" + "n".repeat(50);
        RawMcp.at(small.mcp()).header("Parley-Agent", name).begin();
      }
      JsonNode cut = smallAnswer(asking, "parley_list_users");
      assertThat(cut.get("truncated").asBoolean()).isTrue();
      assertThat(cut.get("users")).hasSizeBetween(20, 59);
      for (int i = 0; i < 3; i++) {
        JsonNode part = smallAnswer(asking, "parley_list_users", "filter", i + "-*");
        assertThat(part.get("truncated").asBoolean()).isFalse();
        assertThat(part.get("users")).hasSize(20);
      }
    }
  }

  private static JsonNode smallAnswer(RawMcp client, String tool, Object... namesAndValues) {
    Reply reply = client.call("tools/call", params(tool, namesAndValues));
    assertThat(reply.body().getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(SMALL_ANSWER);
    return reply.result().get("structuredContent");
  }

  private static Object params(String tool, Object... namesAndValues) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return Map.of("name", tool, "arguments", arguments);
  }

  @Test
  void lists_inPages_sayThatTheyGoOnAndFromWhere(RunningServer server) {
    try (RawMcp alice = in(server, "limits-lists", "alice").begin();
        RawMcp bob = in(server, "limits-lists", "bob").begin()) {
      for (int i = 0; i < 5; i++) {
        alice.tool("join_room", "room", "room-" + i).accepted();
        alice.tool("create_task", "title", "t" + i, "priority", "low").accepted();
        alice.tool("save_session_summary", "session_id", "s" + i, "summary", "x").accepted();
      }
      assertThat(paged(bob, "list_rooms", "available", "room", "next"))
          .containsExactly("room-0", "room-1", "room-2", "room-3", "room-4");
      assertThat(paged(bob, "get_all_tasks", "tasks", "title", "next_after"))
          .containsExactly("t0", "t1", "t2", "t3", "t4");
      assertThat(paged(bob, "list_sessions", "sessions", "", "next_after")).hasSize(5);
      assertThat(bob.tool("list_rooms").accepted().fields().has("truncated")).isFalse();
      assertThat(bob.tool("get_all_tasks", "limit", 0).code()).isEqualTo("invalid_argument");
      assertThat(bob.tool("get_all_tasks", "limit", 1_001).code()).isEqualTo("invalid_argument");
      assertThat(bob.tool("get_all_tasks", "after", "absent").code()).isEqualTo("not_found");
    }
  }

  private static List<String> paged(
      RawMcp client, String tool, String list, String field, String next) {
    List<String> read = new ArrayList<>();
    ToolAnswer page = client.tool(tool, "limit", 2).accepted();
    while (true) {
      assertThat(page.fields().get(list)).as("a page of two of " + list).hasSizeLessThan(3);
      StreamSupport.stream(page.fields().get(list).spliterator(), false)
          .map(item -> field.isEmpty() ? item.asString() : item.get(field).asString())
          .forEach(read::add);
      if (!page.fields().path("truncated").asBoolean()) {
        return read;
      }
      page = client.tool(tool, "limit", 2, "after", page.get(next)).accepted();
    }
  }

  @Test
  void initialize_pastItsBounds_isRefusedAndPassesOnceOneHasEnded() {
    try (RunningServer server =
        RunningServer.start("--max-mcp-sessions-each", "3", "--max-client-info", "1024")) {
      RawMcp first = RawMcp.at(server.mcp()).begin();
      RawMcp.at(server.mcp()).begin();
      Reply large = RawMcp.at(server.mcp()).post(initialize("x".repeat(1_024)));
      assertThat(large.status()).isEqualTo(400);
      assertThat(large.error().at("/data/code").asString()).isEqualTo("client_info_too_large");
      assertThat(large.error().at("/data/limit").asInt()).isEqualTo(1_024);
      assertThat(RawMcp.at(server.mcp()).post(initialize("x".repeat(800))).status()).isEqualTo(200);
      Reply refused = RawMcp.at(server.mcp()).post(initialize("x"));
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).contains("30");
      assertThat(refused.error().at("/data/code").asString()).isEqualTo("session_limit");
      assertThat(refused.error().at("/data/limit").asInt()).isEqualTo(3);
      assertThat(first.delete().status()).isEqualTo(204);
      assertThat(RawMcp.at(server.mcp()).post(initialize("x")).status()).isEqualTo(200);
    }
  }

  @Test
  void initialize_ofAllTheBytesThereAreByDefault_passesAndOneMoreIsRefused(RunningServer server) {
    Reply large = RawMcp.at(server.mcp()).post(initialize("x".repeat(9_000)));
    int rest = large.error().at("/data/length").asInt() - 9_000;
    String most = "x".repeat(8_192 - rest);
    assertThat(RawMcp.at(server.mcp()).post(initialize(most)).status()).isEqualTo(200);
    Reply refused = RawMcp.at(server.mcp()).post(initialize(most + "x"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error().at("/data/length").asInt()).isEqualTo(8_193);
    assertThat(refused.error().at("/data/limit").asInt()).isEqualTo(8_192);
  }

  @Test
  void workspacesAndAgents_pastTheirBounds_areRefusedAtInitialize() {
    strictly(LONGEST_TOKEN).begin();
    strictly(LONGEST_TOKEN).header("Parley-Workspace", "other").begin();
    Reply third = strictly(LONGEST_TOKEN).header("Parley-Workspace", "third").post(initialize("x"));
    assertThat(third.status()).isEqualTo(503);
    assertThat(third.error().at("/data/code").asString()).isEqualTo("limit_reached");
    assertThat(third.error().at("/data/limit").asInt()).isEqualTo(2);
    Reply second =
        strictly(LONGEST_TOKEN)
            .header("Parley-Workspace", "other")
            .header("Parley-Agent", "b")
            .post(initialize("x"));
    assertThat(second.error().at("/data/what").asString()).isEqualTo("agents");
  }

  /** Agent {@code a} of the workspace {@code default}, with this token. */
  private static RawMcp strictly(String token) {
    return RawMcp.at(strict.mcp())
        .header("Authorization", "Bearer " + token)
        .header("Parley-Workspace", "default")
        .header("Parley-Agent", "a");
  }

  /** An agent of a workspace that no other test is in. */
  private static RawMcp in(RunningServer server, String workspace, String agent) {
    return RawMcp.at(server.mcp())
        .header("Parley-Workspace", workspace)
        .header("Parley-Agent", agent);
  }

  @Test
  void calls_thatWait_areRefusedPastTheirBound() {
    try (RawMcp alice = strictly(LONGEST_TOKEN).begin()) {
      try (OpenCall one = waiting(alice, "one");
          OpenCall two = waiting(alice, "two")) {
        assertThat(one).isNotSameAs(two);
        ToolAnswer third = alice.tool("parley_fetch_recent", "topic", "three", "block_ms", 50_000);
        assertThat(third.code()).isEqualTo("limit_reached");
        assertThat(third.fields().get("limit").asInt()).isEqualTo(2);
      }
    }
  }

  private static OpenCall waiting(RawMcp agent, String topic) {
    return agent.toolOpened("parley_fetch_recent", "topic", topic, "block_ms", 50_000);
  }

  @Test
  void send_fasterThanTheRates_isRefusedWithATimeToTryAgain() {
    try (RawMcp alice = strictly(LONGEST_TOKEN).begin()) {
      ToolAnswer last = alice.tool("send_message", "content", "x");
      for (int i = 0; i < 20 && !last.refused(); i++) {
        last = alice.tool("send_message", "content", "x");
      }
      assertThat(last.code()).isEqualTo("rate_limited");
      assertThat(last.fields().get("retryAfterMs").asLong()).isBetween(1L, 1_000L);
    }
  }

  @Test
  void waitForMessages_ofMoreThanOneAnswer_isAnsweredInPiecesAndLosesNothing(RunningServer server) {
    try (RawMcp alice = in(server, "limits-pieces", "alice").begin();
        RawMcp bob = in(server, "limits-pieces", "bob").begin()) {
      alice.tool("start_session", "session_id", "run").accepted();
      bob.tool("start_session", "session_id", "run").accepted();
      List<String> said = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        said.add(i + ":" + "x\"".repeat(30_000));
        alice.tool("send_message", "content", said.get(i), "to", "bob").accepted();
      }
      List<String> heard = new ArrayList<>();
      int answers = 0;
      while (heard.size() < said.size()) {
        Reply reply =
            bob.call("tools/call", params("wait_for_messages", "limit", 1_000, "block_ms", 10_000));
        assertThat(reply.body().getBytes(StandardCharsets.UTF_8).length).isLessThan(ANSWER);
        JsonNode answer = reply.result().get("structuredContent");
        assertThat(answer.get("lost").asInt()).isZero();
        assertThat(answer.get("direct")).isNotEmpty();
        answer.get("direct").forEach(message -> heard.add(message.get("content").asString()));
        answers++;
      }
      assertThat(heard).isEqualTo(said);
      assertThat(answers).isGreaterThan(10);
    }
  }

  @Test
  void token_pastItsGreatestLength_isRefusedAsAWrongOne() {
    assertThat(strictly(LONGEST_TOKEN).post(initialize("x")).status()).isEqualTo(200);
    assertThat(strictly(LONGEST_TOKEN + "t").post(initialize("x")).status()).isEqualTo(401);
    assertThat(strictly("t".repeat(100_000)).post(initialize("x")).status()).isEqualTo(431);
  }

  @Test
  void session_thatIsFull_saysHowMuchItHolds() {
    try (Teammates team = Teammates.of(small)) {
      team.as("alice", "send_message", "content", "1").accepted();
      team.as("alice", "send_message", "content", "2").accepted();
      full(team.as("alice", "send_message", "content", "3"), "message", 2);
      team.task("1", "idempotency_key", "k");
      full(team.as("alice", "create_task", "title", "2", "priority", "low"), "task", 1);
      team.task("1", "idempotency_key", "k");
      Object[] artifact = {"name", "n", "type", "pr", "content", "c"};
      String id = team.as("alice", "post_artifact", artifact).accepted().get("artifact_id");
      full(team.as("alice", "post_artifact", artifact), "artifact", 1);
      Object[] review = {"artifact_id", id, "reviewer", "bob"};
      team.as("alice", "request_review", review).accepted();
      full(team.as("alice", "request_review", review), "review", 1);
    }
  }

  private static void full(ToolAnswer answer, String what, int limit) {
    assertThat(hiddenIn(answer).code()).isEqualTo("limit_reached");
    assertThat(answer.get("error"))
        .isEqualTo("Error: session " + what + " limit reached (max " + limit + " per session)");
    assertThat(answer.fields().get("limit").asInt()).isEqualTo(limit);
  }

  private static String initialize(String name) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
        + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\""
        + name
        + "\",\"version\":\"1\"}}}";
  }
}
