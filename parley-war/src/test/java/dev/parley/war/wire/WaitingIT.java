package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.ImpatientProxy;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What is on the wire of a call that waits. */
@Timeout(60)
class WaitingIT {
  private static final Duration BEAT = Duration.ofMillis(500);
  private static final Duration LONG = BEAT.multipliedBy(8);

  /** Far less than a call may wait. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  /** It would cut a wait without beats, and does not cut one whose beat comes late. */
  private static final ImpatientProxy PROXY = ImpatientProxy.open(BEAT.multipliedBy(6));

  private static RunningServer server;

  @BeforeAll
  static void startServer() {
    server =
        RunningServer.launch()
            .setting("beat", BEAT.toString())
            .with("--hosts", PROXY.authority())
            .start();
    PROXY.leadTo(server);
  }

  @AfterAll
  static void endServer() {
    PROXY.close();
    server.close();
  }

  @Test
  void waitForMessages_isOpenedAtOnce_showsThatItLives_andEndsWithTheAnswer() {
    try (RawMcp alice = inRoom("opened", "alice");
        RawMcp bob = inRoom("opened", "bob")) {
      long asked = System.nanoTime();
      try (OpenCall call = bob.toolOpened("wait_for_messages", "block_ms", 30_000)) {
        assertThat(call.line()).isEqualTo(": waiting");
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(AT_ONCE);
        assertThat(call.header("Content-Type")).startsWith("text/event-stream");
        assertThat(call.header("Cache-Control")).isEqualTo("no-cache, no-transform");
        assertThat(call.header("X-Accel-Buffering")).isEqualTo("no");
        assertThat(call.line()).isEmpty();
        assertThat(call.line()).as("a beat later").isEqualTo(": waiting");
        assertThat(call.line()).isEmpty();
        alice.tool("send_message", "room", "opened", "body", "at last").accepted();
        assertThat(call.answer().fields().at("/messages/0/body").asString()).isEqualTo("at last");
        assertThat(call.line()).isNull();
      }
    }
  }

  @Test
  void fetchRecent_thatWaits_isOpenedAtOnceToo() {
    try (RawMcp alice = inRoom("fetched", "alice");
        OpenCall call =
            alice.toolOpened("parley_fetch_recent", "topic", "fetched", "block_ms", 1_000)) {
      assertThat(call.line()).isEqualTo(": waiting");
      assertThat(call.answer().fields().get("messages")).isEmpty();
    }
  }

  @Test
  void call_thatIsAnsweredAtOnce_isPlainJson() {
    try (RawMcp alice = inRoom("plain", "alice")) {
      OpenCall call = alice.toolOpened("wait_for_messages", "block_ms", 0);
      assertThat(call.header("Content-Type")).isEqualTo("application/json");
      assertThat(call.header("Content-Length")).isNotEmpty();
      assertThat(call.answer().refused()).isFalse();
    }
  }

  @Test
  void call_ofAClientThatReadsNoStreams_isPlainJsonHoweverLongItWaits() {
    try (RawMcp alice = inRoom("old", "alice")) {
      Reply reply =
          alice.postAccepting(
              "application/json",
              "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":"
                  + "\"wait_for_messages\",\"arguments\":{\"block_ms\":200}}}");
      assertThat(reply.isEventStream()).isFalse();
      assertThat(reply.result().at("/structuredContent/messages")).isEmpty();
    }
  }

  @Test
  void client_thatWentAwayWhileItWaited_isGivenWhatCameSince() {
    try (RawMcp alice = inRoom("away", "alice");
        RawMcp bob = inRoom("away", "bob")) {
      try (OpenCall call = bob.toolOpened("wait_for_messages", "block_ms", 30_000)) {
        assertThat(call.line()).isEqualTo(": waiting");
      }
      // one beat is answered with a reset, the next one finds it
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
      eventually("the wait is over", () -> waits(ann) == 0);
      alice.tool("send_message", "room", "away", "body", "since").accepted();
      JsonNode next = bob.tool("wait_for_messages", "block_ms", 5_000).accepted().fields();
      assertThat(next.at("/messages/0/body").asString()).isEqualTo("since");
    }
  }

  @Test
  void proxy_thatCutsTheSilent_doesNotCutAWait() throws Exception {
    try (RawMcp alice = inRoom("proxied", "alice");
        RawMcp bob = RawMcp.at(PROXY.mcp()).begin()) {
      bob.tool("join_room", "room", "proxied", "nickname", "bob").accepted();
      CompletableFuture<ToolAnswer> waiting =
          bob.toolLater(() -> {}, "wait_for_messages", "block_ms", 30_000);
      throughout("it waits", LONG, () -> !waiting.isDone());
      alice.tool("send_message", "room", "proxied", "body", "through").accepted();
      ToolAnswer answer = waiting.get(5, TimeUnit.SECONDS);
      assertThat(answer.fields().at("/messages/0/body").asString()).isEqualTo("through");
      assertThat(PROXY.cuts()).isZero();
      eventually("the proxy cuts who says nothing", () -> PROXY.cuts() > 0);
    }
  }

  @Test
  void bridge_readsAnAnswerThatBeganWithComments() {
    try (RawMcp alice = inRoom("bridged", "alice");
        BridgeClient bridge = BridgeClient.to(server.base())) {
      bridge.tool("join_room", "room", "bridged");
      CompletableFuture<JsonNode> waiting =
          CompletableFuture.supplyAsync(() -> bridge.tool("wait_for_messages"));
      throughout("it waits", BEAT.multipliedBy(3), () -> !waiting.isDone());
      alice.tool("send_message", "room", "bridged", "body", "over the bridge").accepted();
      assertThat(waiting.join().at("/messages/0/body").asString()).isEqualTo("over the bridge");
    }
  }

  private static int waits(PageClient person) {
    return person.get("/api/health").json().path("connections").required("waits").asInt();
  }

  private static RawMcp inRoom(String room, String nickname) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    client.tool("join_room", "room", room, "nickname", nickname).accepted();
    client.tool("wait_for_messages", "block_ms", 0).accepted();
    return client;
  }
}
