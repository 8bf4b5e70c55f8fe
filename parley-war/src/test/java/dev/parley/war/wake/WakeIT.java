package dev.parley.war.wake;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.wire.Json;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The calls that hooks and bridges make beside the model, over HTTP. */
@Timeout(60)
@ExtendWith(SharedServer.class)
class WakeIT {

  @Test
  void hook_printsWhatWaits_once(RunningServer server) {
    try (RawMcp alice = client(server, "k1-alice", "k1");
        RawMcp bob = client(server, "k1-bob", "k1")) {
      meet("k1", alice, bob);
      assertThat(hook(bob, "UserPromptSubmit")).isEmpty();
      alice.tool("send_message", "room", "k1", "body", "in the room").accepted();
      alice.tool("send_message", "to", "k1-bob", "content", "to you").accepted();
      eventually(
          "the message to bob has reached his connection",
          () -> bob.tool("list_rooms").fields().at("/unread/direct").asInt(0) == 1);
      JsonNode output = hook(bob, "PostToolBatch").get("hookSpecificOutput");
      assertThat(output.get("hookEventName").asString()).isEqualTo("PostToolBatch");
      assertThat(output.get("additionalContext").asString())
          .contains("in the room", "to you", "from_agent=\"k1-alice\"");
      assertThat(hook(bob, "Stop")).isEmpty();
      JsonNode rest = bob.tool("wait_for_messages", "block_ms", 0).accepted().fields();
      assertThat(rest.get("messages")).isEmpty();
      assertThat(rest.get("direct")).isEmpty();
    }
  }

  @Test
  void hook_isInNoListOfTools(RunningServer server) {
    try (RawMcp bob = client(server, "k2-bob", "k2")) {
      assertThat(bob.call("tools/list", Map.of()).result().toString()).doesNotContain("hook_event");
    }
  }

  @Test
  void hookWithoutAnEvent_orOfAnUnknownClient_isRefused(RunningServer server) {
    try (RawMcp bob = client(server, "k3-bob", "k3")) {
      assertThat(hookReply(bob, Map.of()).error().toString()).contains("event");
      assertThat(hookReply(bob, Map.of("event", "Stop", "client", "emacs")).error().toString())
          .contains("client", "claude", "codex");
    }
  }

  @Test
  void idleClient_isWokenWhenAMessageComes_once(RunningServer server) {
    try (RawMcp alice = client(server, "k4-alice", "k4");
        RawMcp bob = client(server, "k4-bob", "k4")) {
      meet("k4", alice, bob);
      assertThat(hook(bob, "Stop")).isEmpty();
      CompletableFuture<JsonNode> wake =
          CompletableFuture.supplyAsync(
              () -> bob.call("parley/wake", Map.of("block_ms", 20_000)).result());
      alice.tool("send_message", "room", "k4", "body", "wake up").accepted();
      assertThat(wake.join().get("wake").asBoolean()).isTrue();
      assertThat(wake.join().get("text").asString()).doesNotContain("wake up");
      assertThat(wake(bob, Map.of("block_ms", 100)).get("wake").asBoolean()).isFalse();
      assertThat(hook(bob, "UserPromptSubmit").toString()).contains("wake up");
    }
  }

  @Test
  void wakeThatHandsOver_andDidNotGetThere_comesAgain(RunningServer server) {
    try (RawMcp alice = client(server, "k5-alice", "k5");
        RawMcp bob = client(server, "k5-bob", "k5")) {
      meet("k5", alice, bob);
      alice.tool("send_message", "room", "k5", "body", "hello").accepted();
      JsonNode first = wake(bob, Map.of("with_messages", true));
      assertThat(first.get("text").asString()).contains("hello");
      JsonNode again =
          wake(bob, Map.of("with_messages", true, "not_received", first.get("next").asLong()));
      assertThat(again.get("text")).isEqualTo(first.get("text"));
      assertThat(wake(bob, Map.of("with_messages", true, "block_ms", 100)).get("wake").asBoolean())
          .isFalse();
    }
  }

  @Test
  void wakeThatIsCancelled_losesNothing(RunningServer server) {
    try (RawMcp alice = client(server, "k6-alice", "k6");
        RawMcp bob = client(server, "k6-bob", "k6")) {
      meet("k6", alice, bob);
      try (OpenCall open = bob.toolOpened("wait_for_messages", "block_ms", 30_000)) {
        assertThat(open.line()).isEqualTo(": waiting");
        assertThat(bob.cancel().status()).isEqualTo(202);
      }
      alice.tool("send_message", "room", "k6", "body", "hello").accepted();
      assertThat(wake(bob, Map.of("with_messages", true)).get("text").asString()).contains("hello");
    }
  }

  /** Bob calls nothing before the wake: without hooks, a call would have him busy for a while. */
  @Test
  void watcher_isToldWhenAnotherAgentIsToBeWoken(RunningServer server) {
    try (RawMcp alice = client(server, "k7-alice", "k7");
        RawMcp watcher = client(server, "k7-bob.watch", "k7")) {
      Map<String, Object> forBob = Map.of("agent", "k7-bob", "block_ms", 20_000);
      assertThat(wake(watcher, forBob).get("absent").asBoolean()).isTrue();
      try (RawMcp bob = client(server, "k7-bob", "k7")) {
        CompletableFuture<JsonNode> wake =
            CompletableFuture.supplyAsync(() -> wake(watcher, forBob));
        alice.tool("send_message", "to", "k7-bob", "content", "wake up").accepted();
        assertThat(wake.join().get("wake").asBoolean()).isTrue();
        assertThat(
                bob.tool("wait_for_messages", "block_ms", 0)
                    .accepted()
                    .fields()
                    .at("/direct/0/content")
                    .asString())
            .isEqualTo("wake up");
      }
    }
  }

  private static JsonNode hook(RawMcp client, String event) {
    JsonNode result = hookReply(client, Map.of("event", event)).result();
    return Json.jackson().readTree(result.at("/content/0/text").asString());
  }

  private static Reply hookReply(RawMcp client, Map<String, Object> arguments) {
    return client.call("tools/call", Map.of("name", "hook_event", "arguments", arguments));
  }

  private static JsonNode wake(RawMcp client, Map<String, Object> params) {
    return client.call("parley/wake", params).result();
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
