package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.presence.Cable;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Presence, and the way back to a nickname, by what transports see of their clients. */
class SignsOfLifeTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration TTL = Duration.ofSeconds(90);

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final MessageBackend store = Cable.store(clock, 1_000);
  private final Parley parley =
      ParleyBuilder.builder().inMemory().clock(clock).presenceBackend(store).build();
  private final Connection watcher = parley.connect(ConnectOptions.of("watcher"));

  @AfterEach
  void close() {
    parley.close();
  }

  /** A transport as a test wants it to be. */
  private static final class Transport implements LifeSigns {
    private volatile Duration silence = Duration.ZERO;
    private volatile boolean reachable = true;

    @Override
    public Duration silence() {
      return silence;
    }

    @Override
    public boolean isReachable() {
      return reachable;
    }
  }

  @Test
  void agent_silentForTheTtl_isGoneEverywhereAndBackWithTheNextSign() {
    Transport transport = new Transport();
    Connection bob = connect("bob", transport);
    bob.rooms().join(PLANNING, Nickname.of("bob"));
    watcher.rooms().join(PLANNING, Nickname.of("watcher"));
    transport.silence = TTL.minusMillis(1);
    assertThat(online()).containsExactlyInAnyOrder("watcher", "bob");
    assertThat(watcher.rooms().whoIsHere(PLANNING)).contains(Nickname.of("bob"));
    clock.advance(TTL);
    transport.silence = TTL;
    assertThat(online()).containsExactly("watcher");
    assertThat(watcher.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("watcher"));
    transport.silence = Duration.ZERO;
    assertThat(online()).containsExactlyInAnyOrder("watcher", "bob");
    assertThat(watcher.rooms().whoIsHere(PLANNING)).hasSize(2);
    assertThat(bob.rooms().send(PLANNING, Body.of("still a member")).seq()).isPositive();
  }

  @Test
  void agent_silent_isGoneAtOtherNodesAtTheTtlAfterItsLastSign() {
    try (Parley other =
        ParleyBuilder.builder()
            .inMemory()
            .clock(clock)
            .presence(Duration.ofMillis(100), TTL)
            .presenceBackend(store)
            .build()) {
      Transport transport = new Transport();
      transport.silence = Duration.ofSeconds(60);
      Connection bob = other.connect(ConnectOptions.of("bob"));
      bob.presentBy(transport);
      eventually(
          "the watcher knows how long bob has been silent",
          () ->
              user("bob")
                  .filter(user -> user.lastSeen().equals(clock.instant().minusSeconds(60)))
                  .isPresent());
      // in this order: a beat in between says no more than is so
      transport.silence = Duration.ofSeconds(89);
      clock.advance(Duration.ofSeconds(29));
      assertThat(online()).contains("bob");
      transport.silence = Duration.ofSeconds(90);
      clock.advance(Duration.ofSeconds(1));
      assertThat(online()).doesNotContain("bob");
      transport.silence = Duration.ZERO;
      eventually("bob is back", () -> online().contains("bob"));
    }
  }

  @Test
  void agent_withoutATransport_isPresentAsLongAsItIsOpen() {
    Connection bob = parley.connect(ConnectOptions.of("bob"));
    clock.advance(TTL.multipliedBy(100));
    assertThat(online()).contains("bob");
    bob.close();
    assertThat(online()).doesNotContain("bob");
  }

  @Test
  void join_bySameAgentWhoseOldConnectionIsUnreachable_getsItsNickname() {
    Transport killed = new Transport();
    Connection old = connect("phoenix", killed);
    old.rooms().join(PLANNING, Nickname.of("phoenix"));
    killed.reachable = false;
    killed.silence = Duration.ofSeconds(2);
    Connection back = connect("phoenix", new Transport());
    assertThat(back.rooms().join(PLANNING, Nickname.of("phoenix")).nickname())
        .isEqualTo(Nickname.of("phoenix"));
    assertThat(back.rooms().list().joined().get(0).nickname()).hasToString("phoenix");
    assertThat(watcher.rooms().whoIsHere(PLANNING)).containsExactly(Nickname.of("phoenix"));
  }

  @Test
  void join_overAnOldConnectionThatComesBack_leavesItItsSeatUnderANumber() {
    Transport dropped = new Transport();
    Connection old = connect("phoenix", dropped);
    old.rooms().join(PLANNING, Nickname.of("phoenix"));
    dropped.reachable = false;
    dropped.silence = Duration.ofSeconds(2);
    Connection second = connect("phoenix", new Transport());
    second.rooms().join(PLANNING, Nickname.of("phoenix"));
    dropped.reachable = true;
    dropped.silence = Duration.ZERO;
    assertThat(old.rooms().list().joined().get(0).nickname()).hasToString("phoenix-2");
    Message said = old.topics().post(PLANNING, Body.of("back"), Optional.empty());
    assertThat(said.sender().shownAs()).isEqualTo("phoenix-2");
    assertThat(watcher.rooms().whoIsHere(PLANNING))
        .containsExactlyInAnyOrder(Nickname.of("phoenix"), Nickname.of("phoenix-2"));
  }

  @Test
  void join_bySameAgentWhoseOtherConnectionIsReachable_getsANumber() {
    connect("twin", new Transport()).rooms().join(PLANNING, Nickname.of("twin"));
    Connection second = connect("twin", new Transport());
    assertThat(second.rooms().join(PLANNING, Nickname.of("twin")).nickname())
        .isEqualTo(Nickname.of("twin-2"));
  }

  @Test
  void join_byAnotherAgent_getsANumberHoweverSilentTheFirstIs() {
    Transport silent = new Transport();
    connect("alice", silent).rooms().join(PLANNING, Nickname.of("alice"));
    silent.reachable = false;
    silent.silence = TTL;
    Connection mallory = connect("mallory", new Transport());
    assertThat(mallory.rooms().join(PLANNING, Nickname.of("alice")).nickname())
        .isEqualTo(Nickname.of("alice-2"));
  }

  @Test
  void person_isListedAsOneOnEveryNode() {
    try (Parley other =
        ParleyBuilder.builder().inMemory().clock(clock).presenceBackend(store).build()) {
      Connection ann =
          other.connect(
              new ConnectOptions(
                      WorkspaceId.DEFAULT, Optional.of(new AgentId("ann")), Optional.empty())
                  .asPerson());
      eventually(
          "the watcher sees a person", () -> user("ann").filter(AgentStatus::person).isPresent());
      assertThat(ann.presence().isPerson("ANN")).isTrue();
      assertThat(ann.presence().isPerson("watcher")).isFalse();
      assertThat(user("watcher").orElseThrow().person()).isFalse();
    }
  }

  private Connection connect(String agent, LifeSigns transport) {
    Connection connection = parley.connect(ConnectOptions.of(agent));
    connection.presentBy(transport);
    return connection;
  }

  private List<String> online() {
    return watcher.presence().roster(RosterQuery.ALL.online()).users().stream()
        .map(user -> user.handle().value())
        .toList();
  }

  private Optional<AgentStatus> user(String name) {
    return watcher.presence().roster(RosterQuery.ALL).users().stream()
        .filter(user -> user.handle().value().equals(name))
        .findFirst();
  }
}
