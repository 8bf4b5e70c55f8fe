package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents whose programs end without a goodbye, by every transport; the TTL is four seconds. */
@Tag("faults")
class KilledAgentIT {
  private static final Duration TTL = Duration.ofSeconds(4);
  private static final Duration ALLOWANCE = Duration.ofSeconds(1);

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.launch().setting("presence-ttl", "PT4S").start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void clientThatNeverOpenedAStream_isGoneAtTheTtlAndBackWithItsNextRequest() {
    try (RawMcp watcher = agent("watcher-1").begin()) {
      RawMcp silent = agent("silent").begin();
      silent.tool("join_room", "room", "silent", "nickname", "silent").accepted();
      long last = System.nanoTime();
      assertThat(isOnline(watcher, "silent")).isTrue();
      goneWithinTheTtl(watcher, "silent", last);
      assertThat(here(watcher, "silent")).isEmpty();
      silent.tool("send_message", "room", "silent", "body", "still here").accepted();
      assertThat(isOnline(watcher, "silent")).isTrue();
      assertThat(here(watcher, "silent")).containsExactly("silent");
    }
  }

  @Test
  void clientKilledWithItsStream_isGoneAtTheTtlThoughItsSessionIsNot() {
    try (RawMcp watcher = agent("watcher-2").begin()) {
      RawMcp killed = agent("killed").begin();
      killed.tool("join_room", "room", "killed", "nickname", "killed").accepted();
      killed.listen();
      throughout(
          "its stream shows that it lives", TTL.plusSeconds(2), () -> isOnline(watcher, "killed"));
      long cut = System.nanoTime();
      killed.stream().cut();
      goneWithinTheTtl(watcher, "killed", cut);
      assertThat(here(watcher, "killed")).isEmpty();
      assertThat(killed.call("ping", null).status()).isEqualTo(200);
      assertThat(isOnline(watcher, "killed")).isTrue();
    }
  }

  @Test
  void bridgeKilledWithSigkill_isGoneAtTheTtl() {
    try (RawMcp watcher = agent("watcher-3").begin()) {
      BridgeClient bridge = BridgeClient.to(server.base(), "--agent", "bridged");
      bridge.tool("join_room", "room", "bridged", "nickname", "bridged");
      assertThat(isOnline(watcher, "bridged")).isTrue();
      long kill = System.nanoTime();
      bridge.close();
      goneWithinTheTtl(watcher, "bridged", kill);
      assertThat(here(watcher, "bridged")).isEmpty();
    }
  }

  @Test
  void personWhoseBrowserIsGone_isGoneAtTheTtl() {
    try (RawMcp watcher = agent("watcher-5").begin()) {
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
      assertThat(ann.get("/api/me").status()).isEqualTo(200);
      long last = System.nanoTime();
      assertThat(isOnline(watcher, "ann")).isTrue();
      goneWithinTheTtl(watcher, "ann", last);
      assertThat(ann.get("/api/me").status()).isEqualTo(200);
      assertThat(isOnline(watcher, "ann")).isTrue();
    }
  }

  @Test
  void bridgeKilledAndBackAtOnce_getsItsNickname() {
    try (RawMcp watcher = agent("watcher-4").begin()) {
      BridgeClient first = BridgeClient.to(server.base(), "--agent", "phoenix");
      first.tool("join_room", "room", "ashes", "nickname", "phoenix");
      first.close();
      try (BridgeClient back = BridgeClient.to(server.base(), "--agent", "phoenix")) {
        JsonNode joined = back.tool("join_room", "room", "ashes", "nickname", "phoenix");
        assertThat(joined.path("nickname").asString()).isEqualTo("phoenix");
        assertThat(here(watcher, "ashes")).containsExactly("phoenix");
      }
    }
  }

  @Test
  void clientWithAStreamKilledAndBackAtOnce_getsItsNickname() {
    RawMcp first = agent("comet").begin();
    first.listen();
    first.tool("join_room", "room", "sky", "nickname", "comet").accepted();
    first.stream().cut();
    try (RawMcp back = agent("comet").begin()) {
      assertThat(back.tool("join_room", "room", "sky", "nickname", "comet").get("nickname"))
          .isEqualTo("comet");
      assertThat(here(back, "sky")).containsExactly("comet");
    }
  }

  @Test
  void twoLiveSessionsOfOneAgent_haveNicknamesOfTheirOwn() {
    try (RawMcp one = agent("claude").begin();
        RawMcp two = agent("claude").begin()) {
      one.listen();
      two.listen();
      one.tool("join_room", "room", "twins", "nickname", "claude").accepted();
      assertThat(two.tool("join_room", "room", "twins", "nickname", "claude").get("nickname"))
          .isEqualTo("claude-2");
      assertThat(here(one, "twins")).containsExactly("claude", "claude-2");
      assertThat(one.tool("send_message", "room", "twins", "body", "both live").refused())
          .isFalse();
      assertThat(two.stream().next().meta("from_nickname")).isEqualTo("claude");
    }
  }

  private static RawMcp agent(String name) {
    return RawMcp.at(server.mcp()).header("Parley-Agent", name);
  }

  private static void goneWithinTheTtl(RawMcp watcher, String agent, long lastSign) {
    eventually(agent + " is gone", TTL.multipliedBy(3), () -> !isOnline(watcher, agent));
    Duration took = Duration.ofNanos(System.nanoTime() - lastSign);
    System.out.printf("%s is gone after %d ms%n", agent, took.toMillis());
    assertThat(took).isLessThan(TTL.plus(ALLOWANCE));
  }

  private static boolean isOnline(RawMcp watcher, String agent) {
    return stream(watcher.tool("parley_list_users").fields().get("users"))
        .filter(user -> user.get("handle").asString().equals(agent))
        .anyMatch(user -> user.get("online").asBoolean());
  }

  private static List<String> here(RawMcp watcher, String room) {
    return stream(watcher.tool("who_is_here", "room", room).fields().get("nicknames"))
        .map(JsonNode::asString)
        .toList();
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
