package dev.parley.chat.discord;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.discord.DiscordEmulatorGateway.Opened;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway: what ends a connection, and what comes after that. */
@Tag("chat")
final class DiscordRegressionsTest {
  private static final int IDENTIFY = 2;
  private static final int RESUME = 6;

  private final DiscordProbe probe = new DiscordProbe();
  private final DiscordEmulator discord = probe.discord;

  @AfterEach
  void close() {
    probe.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {4004, 4010, 4011, 4012, 4013, 4014})
  void terminalClose_stops(int code) throws Exception {
    probe.open();
    discord.gateway.closeAll(code);
    eventually("it is not reachable", () -> !probe.connection.isReachable());
    TimeUnit.MILLISECONDS.sleep(200);
    assertThat(discord.gateway.tries).hasSize(1);
    assertThat(probe.connection.isReachable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {4000, 4002, 4008, 1001})
  void otherClose_resumesTheSession(int code) {
    probe.open();
    discord.gateway.closeAll(code);
    probe.write("meanwhile");
    eventually("it came", () -> probe.texts().contains("meanwhile"));
    assertThat(probe.operations()).containsExactly(IDENTIFY, RESUME);
  }

  @ParameterizedTest
  @ValueSource(ints = {4001, 4003, 4005, 4007, 4009})
  void closeThatEndsTheSession_opensAnother(int code) {
    probe.open();
    discord.gateway.closeAll(code);
    eventually("it is connected again", () -> probe.connected.get() == 2);
    assertThat(probe.operations()).containsExactly(IDENTIFY, IDENTIFY);
  }

  @Test
  void resume_namesSessionNumberAndAddress_andMissesNothing() {
    probe.open();
    probe.write("before");
    eventually("it came", () -> probe.texts().contains("before"));
    discord.gateway.cut();
    probe.write("meanwhile");
    probe.write("as well");
    eventually("all came", () -> probe.messages.size() == 3);
    assertThat(probe.texts()).containsExactly("before", "meanwhile", "as well");
    Opened resume = discord.gateway.opened.get(1);
    assertThat(resume.op()).isEqualTo(RESUME);
    assertThat(resume.path()).startsWith("/resume/?v=10");
    assertThat(resume.data().path("session_id").asString("")).isNotEmpty();
    assertThat(resume.data().path("seq").asLong(0)).isGreaterThan(2);
    assertThat(probe.connected).as("nothing is missing").hasValue(1);
    eventually("it is reachable", () -> probe.connection.isReachable());
  }

  @Test
  void requestToReconnect_resumesAtOnce() {
    probe.open();
    discord.gateway.operation("{\"op\":7,\"d\":null}");
    eventually("it resumed", () -> probe.operations().equals(List.of(IDENTIFY, RESUME)));
    probe.write("hi");
    eventually("it came", () -> probe.texts().contains("hi"));
  }

  @Test
  void invalidSession_waits_andOpensAnother() {
    probe.open();
    long begin = System.nanoTime();
    discord.gateway.operation("{\"op\":9,\"d\":false}");
    eventually("it is connected again", () -> probe.connected.get() == 2);
    assertThat(probe.operations()).containsExactly(IDENTIFY, IDENTIFY);
    assertThat(discord.gateway.opened.get(1).nanos() - begin)
        .isGreaterThanOrEqualTo(DiscordEmulation.QUICK.invalidMin().toNanos());
  }

  @Test
  void invalidSession_thatMayGoOn_waitsAndResumes() {
    probe.open();
    long begin = System.nanoTime();
    discord.gateway.operation("{\"op\":9,\"d\":true}");
    eventually("it resumed", () -> probe.operations().equals(List.of(IDENTIFY, RESUME)));
    assertThat(discord.gateway.opened.get(1).nanos() - begin)
        .isGreaterThanOrEqualTo(DiscordEmulation.QUICK.invalidMin().toNanos());
  }

  @Test
  void invalidSession_atTheFirstLogin_isTriedAgain() {
    discord.gateway.invalidNext.set(2);
    probe.connect("");
    assertThat(probe.operations()).containsExactly(IDENTIFY, IDENTIFY, IDENTIFY);
    assertThat(probe.connection.isReachable()).isTrue();
  }

  @Test
  void expiredSession_opensAnother_andTheHistoryIsDue() {
    String room = probe.open();
    discord.gateway.expire();
    discord.gateway.cut();
    IntStream.range(0, 150).forEach(i -> probe.write("m" + i));
    eventually("it is connected again", () -> probe.connected.get() == 2);
    assertThat(probe.operations()).containsExactly(IDENTIFY, RESUME, IDENTIFY);
    assertThat(probe.connection.history(room, Optional.empty(), 100)).hasSize(100);
  }

  @Test
  void missedAnswerToAHeartbeat_recovers() {
    discord.gateway.interval = 100;
    probe.open();
    discord.gateway.isDeaf = true;
    eventually("it resumed", () -> probe.operations().contains(RESUME));
    discord.gateway.isDeaf = false;
    probe.write("hi");
    eventually("it came", () -> probe.texts().contains("hi"));
    assertThat(probe.operations()).filteredOn(op -> op == IDENTIFY).hasSize(1);
  }

  @Test
  void heartbeats_goOnWithTheNumberOfTheLastEvent() {
    discord.gateway.interval = 50;
    probe.open();
    probe.write("hi");
    eventually("it came", () -> probe.texts().contains("hi"));
    int before = discord.gateway.beats.size();
    eventually("more came", () -> discord.gateway.beats.size() > before + 3);
    assertThat(discord.gateway.beats.get(before + 3).asLong(0)).isGreaterThan(2);
    assertThat(discord.gateway.tries).hasSize(1);
  }

  @Test
  void requestForAHeartbeat_isAnsweredAtOnce() {
    probe.open();
    int before = discord.gateway.beats.size();
    discord.gateway.operation("{\"op\":1,\"d\":null}");
    eventually("it came", () -> discord.gateway.beats.size() > before);
  }

  @Test
  void waits_grow_andBeginAgainAfterASession() throws Exception {
    probe.open();
    int earlier = discord.gateway.tries.size() + discord.asked.get();
    discord.away(true);
    TimeUnit.MILLISECONDS.sleep(700);
    int tries = discord.gateway.tries.size() + discord.asked.get() - earlier;
    discord.away(false);
    eventually("it is connected again", () -> probe.connection.isReachable());
    List<Long> all = discord.gateway.tries;
    assertThat(tries).as("tries in 700 ms").isBetween(3, 8);
    assertThat(probe.connected).hasValueGreaterThanOrEqualTo(1);
    int before = all.size();
    long begin = System.nanoTime();
    discord.gateway.cut();
    eventually("it tries again", () -> all.size() > before);
    assertThat(all.get(before) - begin)
        .as("the first wait again")
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(200));
  }

  @Test
  void outageOfTheGuild_endsWithTheHistory() {
    probe.open();
    discord.gateway.event(
        "GUILD_DELETE",
        DiscordEmulatorJson.JSON
            .createObjectNode()
            .put("id", discord.guild)
            .put("unavailable", true));
    eventually("it is not reachable", () -> !probe.connection.isReachable());
    discord.gateway.event("GUILD_CREATE", discord.guildCreate());
    eventually("the history is due", () -> probe.connected.get() == 2);
    assertThat(probe.connection.isReachable()).isTrue();
  }

  @Test
  void brokenEvent_isLeftOut() {
    probe.open();
    discord.gateway.operation("{\"op\":0,\"t\":\"MESSAGE_CREATE\",\"d\":[]}");
    discord.gateway.operation("{\"op\":0,\"t\":\"GUILD_CREATE\",\"d\":null}");
    discord.gateway.operation("{\"op\":4711}");
    probe.write("hi");
    eventually("it came", () -> probe.texts().contains("hi"));
    assertThat(discord.gateway.tries).hasSize(1);
  }

  @Test
  void revokedToken_stopsRequestsAndConnections() throws Exception {
    String room = probe.open();
    discord.isTokenGood = false;
    assertThatThrownBy(() -> probe.send(room, "hi")).hasMessageContaining("token");
    assertThat(probe.connection.isReachable()).isFalse();
    int requests = discord.requests.size();
    discord.gateway.expire();
    discord.gateway.cut();
    TimeUnit.MILLISECONDS.sleep(300);
    assertThat(discord.requests).hasSize(requests);
  }

  @Test
  void close_endsTheSession_andNothingComesAfterIt() throws Exception {
    probe.open();
    probe.connection.close();
    eventually("the session ended", () -> discord.gateway.attached() == 0);
    List<ChatMessage> before = List.copyOf(probe.messages);
    probe.write("late");
    TimeUnit.MILLISECONDS.sleep(100);
    assertThat(List.copyOf(probe.messages)).isEqualTo(before);
    assertThat(probe.connection.isReachable()).isFalse();
    eventually(
        "all threads ended",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("parley-discord")));
  }

  @Test
  void secondSession_doesNotEndTheFirst() {
    probe.open();
    try (ChatConnection second = probe.emulation.system("?create=on").connect(probe)) {
      String room = second.open(DiscordProbe.PLANNING);
      probe.send(room, "hi");
      eventually("both got it", () -> probe.messages.size() == 2);
      assertThat(discord.gateway.attached()).isEqualTo(2);
    }
  }
}
