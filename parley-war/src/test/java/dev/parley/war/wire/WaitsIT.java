package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A wait loses nothing: what was pushed to nobody's eyes, what came for a call that is dead. */
@Timeout(60)
@ExtendWith(SharedServer.class)
class WaitsIT {
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  @Test
  void firstWait_withAStreamOpen_returnsWhatWasPushedBefore_once(RunningServer server) {
    try (RawMcp alice = client(server, "w1-alice", "w1");
        RawMcp bob = client(server, "w1-bob", "w1")) {
      meet("w1", alice, bob);
      EventStreamReader pushes = bob.listen();
      alice.tool("send_message", "room", "w1", "body", "@w1-bob one").accepted();
      alice.tool("send_message", "to", "w1-bob", "content", "two").accepted();
      assertThat(pushes.next(2)).hasSize(2);
      eventually(
          "both are counted",
          () ->
              bob.tool("list_rooms")
                  .fields()
                  .path("unread")
                  .toString()
                  .equals("{\"direct\":1,\"mentions\":1}"));
      JsonNode first = waited(bob);
      assertThat(first.at("/messages/0/body").asString()).isEqualTo("@w1-bob one");
      assertThat(first.at("/direct/0/content").asString()).isEqualTo("two");
      assertThat(first.has("unread")).isFalse();
      JsonNode second = waited(bob);
      assertThat(second.get("messages")).isEmpty();
      assertThat(second.get("direct")).isEmpty();
      assertThat(second.has("unread")).isFalse();
    }
  }

  @Test
  void claudeCodeOverStdio_ofWhichNobodyKnowsItsChannelFlag_isToldByTheNextResult(
      RunningServer server) {
    try (RawMcp alice = client(server, "w2-alice", "w2");
        RawMcp claude = RawMcp.at(server.mcp())) {
      claude.header("Parley-Pushes", "stdio").header("Parley-Agent", "w2-claude");
      claude.header("Parley-Session", "w2");
      Reply opened =
          claude.post(
              "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                  + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                  + "\"clientInfo\":{\"name\":\"claude-code\",\"version\":\"2\"}}}");
      claude.header("Mcp-Session-Id", opened.header("Mcp-Session-Id").orElseThrow());
      assertThat(claude.notify("notifications/initialized").status()).isEqualTo(202);
      EventStreamReader pushes = claude.listen();
      alice.tool("send_message", "to", "w2-claude", "content", "hello").accepted();
      assertThat(pushes.next().content()).isEqualTo("hello");
      eventually(
          "it is counted",
          () -> claude.tool("list_rooms").fields().at("/unread/direct").asInt() == 1);
      assertThat(waited(claude).at("/direct/0/content").asString()).isEqualTo("hello");
    }
  }

  @Test
  void cancelled_aWaitEndsAtOnce_andTheNextHasWhatCame(RunningServer server) {
    try (RawMcp alice = client(server, "w3-alice", "w3");
        RawMcp bob = client(server, "w3-bob", "w3")) {
      meet("w3", alice, bob);
      assertThat(waited(bob).get("messages")).isEmpty();
      try (OpenCall call = bob.toolOpened("wait_for_messages", "block_ms", 30_000)) {
        assertThat(call.line()).isEqualTo(": waiting");
        cancelledAtOnce(bob, call);
      }
      alice.tool("send_message", "room", "w3", "body", "since").accepted();
      assertThat(waited(bob).at("/messages/0/body").asString()).isEqualTo("since");
    }
  }

  @Test
  void cancelled_afterItWasAnswered_theAnswerComesAgain(RunningServer server) {
    try (RawMcp alice = client(server, "w4-alice", "w4");
        RawMcp bob = client(server, "w4-bob", "w4")) {
      meet("w4", alice, bob);
      alice.tool("send_message", "room", "w4", "body", "crossed").accepted();
      assertThat(waited(bob).at("/messages/0/body").asString()).isEqualTo("crossed");
      assertThat(bob.cancel().status()).isEqualTo(202);
      assertThat(waited(bob).at("/messages/0/body").asString()).isEqualTo("crossed");
      assertThat(waited(bob).get("messages")).isEmpty();
    }
  }

  @Test
  void cancelled_aFetchThatWaits_endsAtOnce(RunningServer server) {
    try (RawMcp bob = client(server, "w5-bob", "w5");
        OpenCall call = bob.toolOpened("parley_fetch_recent", "topic", "w5", "block_ms", 30_000)) {
      assertThat(call.line()).isEqualTo(": waiting");
      cancelledAtOnce(bob, call);
    }
  }

  @Test
  void cancelled_throughTheBridge_losesNothing(RunningServer server) {
    try (RawMcp alice = client(server, "w6-alice", "w6");
        BridgeClient bridge = BridgeClient.to(server.base())) {
      bridge.tool("join_room", "room", "w6");
      meet("w6", alice);
      alice.tool("send_message", "room", "w6", "body", "first").accepted();
      assertThat(bridge.tool("wait_for_messages").at("/messages/0/body").asString())
          .isEqualTo("first");
      bridge.toolCancelled("wait_for_messages", () -> {});
      eventually("the bridge has passed it on", () -> bridge.tool("list_rooms").has("joined"));
      alice.tool("send_message", "room", "w6", "body", "since").accepted();
      assertThat(bridge.tool("wait_for_messages").at("/messages/0/body").asString())
          .isEqualTo("since");
    }
  }

  @Test
  void streamOpenedAgainWithoutAnId_isPushedWhatADeadSocketTook(RunningServer server) {
    try (RawMcp alice = client(server, "w7-alice", "w7");
        RawMcp bob = client(server, "w7-bob", "w7")) {
      meet("w7", alice, bob);
      bob.listen().cut();
      for (String text : new String[] {"one", "two", "three"}) {
        alice.tool("send_message", "room", "w7", "body", text).accepted();
      }
      assertThat(bob.listen().next(3))
          .extracting(PushedEvent::content)
          .containsExactly("one", "two", "three");
    }
  }

  @Test
  void fetchRecent_ofATopicNobodyPostedTo_makesNone_andHearsTheFirst(RunningServer server) {
    try (RawMcp alice = client(server, "w8-alice", "w8");
        RawMcp bob = client(server, "w8-bob", "w8")) {
      for (int i = 0; i < 2; i++) {
        ToolAnswer empty =
            bob.tool("parley_fetch_recent", "topic", "w8", "block_ms", 20).accepted();
        assertThat(empty.get("nextCursor")).isEqualTo("0");
      }
      try (OpenCall call =
          bob.toolOpened("parley_fetch_recent", "topic", "w8", "block_ms", 30_000)) {
        assertThat(call.line()).isEqualTo(": waiting");
        alice.tool("parley_post", "topic", "w8", "content", "the first").accepted();
        assertThat(call.answer().fields().at("/messages/0/content").asString())
            .isEqualTo("the first");
      }
    }
  }

  @Test
  void acknowledge_byASubAgentInARoom_isItsOwn(RunningServer server) {
    try (RawMcp alice = client(server, "w9-alice", "w9");
        RawMcp bob = client(server, "w9-bob", "w9")) {
      alice.tool("parley_post", "topic", "w9", "content", "one").accepted();
      meet("w9", alice, bob);
      bob.tool("join_room", "room", "w9", "agent_id", "w9-bob.fe").accepted();
      bob.tool("ack_messages", "room", "w9", "seq", 1, "agent_id", "w9-bob.fe").accepted();
      bob.tool("ack_messages", "room", "w9", "seq", 1, "agent_id", "w9-bob").accepted();
      ToolAnswer refused = bob.tool("ack_messages", "room", "w9", "seq", 1, "agent_id", "no name");
      assertThat(refused.code()).isEqualTo("invalid_argument");
      assertThat(refused.get("field")).isEqualTo("agent_id");
    }
  }

  private static void cancelledAtOnce(RawMcp client, OpenCall call) {
    long asked = System.nanoTime();
    assertThat(client.cancel().status()).isEqualTo(202);
    CompletableFuture<String> rest =
        CompletableFuture.supplyAsync(
            () -> {
              StringBuilder lines = new StringBuilder();
              for (String line = call.line(); line != null; line = call.line()) {
                lines.append(line);
              }
              return lines.toString();
            });
    assertThat(rest.join()).as("no answer to a cancelled call").isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(AT_ONCE);
  }

  private static JsonNode waited(RawMcp client) {
    return client.tool("wait_for_messages", "block_ms", 0).accepted().fields();
  }

  private static void meet(String room, RawMcp... all) {
    for (RawMcp client : all) {
      client.tool("join_room", "room", room).accepted();
    }
  }

  private static RawMcp client(RunningServer server, String agent, String session) {
    return RawMcp.at(server.mcp())
        .header("Parley-Agent", agent)
        .header("Parley-Session", session)
        .begin();
  }
}
