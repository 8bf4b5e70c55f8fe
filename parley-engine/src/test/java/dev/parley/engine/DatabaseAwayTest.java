package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.agent.Introduction;
import dev.parley.engine.room.RateLimit;
import dev.parley.message.Body;
import dev.parley.problem.Code;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes on, and what is refused, while nobody can reach the rows. */
class DatabaseAwayTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration SOON = Duration.ofSeconds(8);

  private final HikariDataSource pool = Databases.inMemory();
  private final Outage database = new Outage(pool);
  private final Parley parley =
      Engine.builder().database(database).rateLimit(RateLimit.OFF).build();
  private final Connection alice = parley.connect(Introduction.of("alice"));
  private final Connection bob = parley.connect(Introduction.of("bob"));
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void meet() {
    bob.listen(event -> heard.add(event.toString()));
    alice.rooms().join(PLANNING, Nickname.of("alice"));
    bob.rooms().join(PLANNING, Nickname.of("bob"));
  }

  @AfterEach
  void close() {
    database.end();
    parley.close();
    pool.close();
  }

  @Test
  void everythingThatNeedsRows_isRefusedSoon() {
    database.begin();
    for (Runnable call :
        new Runnable[] {
          () -> alice.rooms().join(RoomName.of("fresh")),
          () -> alice.rooms().join(PLANNING, Nickname.of("ally")),
          () -> alice.rooms().leave(PLANNING),
          () -> alice.rooms().list(),
          () -> alice.rooms().whoIsHere(PLANNING)
        }) {
      assertTimeoutPreemptively(
          SOON, () -> assertThat(refusedCode(call::run)).isEqualTo(Code.UNAVAILABLE));
    }
    assertThat(parley.health().storageReachable()).isFalse();
  }

  @Test
  void aRefusedJoin_changesNothing() {
    database.begin();
    assertThat(refusedCode(() -> alice.rooms().join(PLANNING, Nickname.of("ally"))))
        .isEqualTo(Code.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().join(RoomName.of("fresh"))))
        .isEqualTo(Code.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().send(RoomName.of("fresh"), Body.of("hi"))))
        .isEqualTo(Code.NOT_IN_ROOM);
    database.end();
    assertThat(bob.rooms().whoIsHere(PLANNING))
        .containsExactly(Nickname.of("alice"), Nickname.of("bob"));
    assertThat(alice.rooms().join(RoomName.of("fresh")).membersCount()).isEqualTo(1);
  }

  @Test
  void sends_inRoomsThatWereJoined_goOn() {
    alice.rooms().send(PLANNING, Body.of("before"));
    database.begin();
    for (int i = 0; i < 200; i++) {
      alice.rooms().send(PLANNING, Body.of("during"));
    }
    eventually("all are heard", () -> heard.size() == 201);
    database.end();
    alice.rooms().send(PLANNING, Body.of("after"));
    eventually("all are heard", () -> heard.size() == 202);
  }

  @Test
  void aSendThatIsRefused_costsNoToken() {
    try (Parley strict =
        Engine.builder()
            .database(database)
            .node("strict")
            .rateLimit(RateLimit.perSecond(1, 256 + 3))
            .build()) {
      Connection carol = strict.connect(Introduction.of("carol"));
      carol.rooms().join(RoomName.of("quiet"));
      carol.rooms().send(RoomName.of("quiet"), Body.of("1"));
      database.begin();
      for (int n = 2; n <= 256; n++) {
        carol.rooms().send(RoomName.of("quiet"), Body.of("m"));
      }
      for (int i = 0; i < 5; i++) {
        assertThat(refusedCode(() -> carol.rooms().send(RoomName.of("quiet"), Body.of("m"))))
            .isEqualTo(Code.UNAVAILABLE);
      }
      database.end();
      carol.rooms().send(RoomName.of("quiet"), Body.of("m"));
      carol.rooms().send(RoomName.of("quiet"), Body.of("m"));
    }
  }

  @Test
  void seatsOfThoseWhoLeftMeanwhile_areClearedOnceItIsBack() {
    database.begin();
    bob.close();
    assertThat(refusedCode(() -> bob.rooms().list())).isEqualTo(Code.CONNECTION_CLOSED);
    database.end();
    eventually(
        "the seat is cleared",
        () -> alice.rooms().whoIsHere(PLANNING).equals(List.of(Nickname.of("alice"))));
  }

  @Test
  void close_whileItIsAway_returns() {
    database.begin();
    assertTimeoutPreemptively(SOON, parley::close);
  }

  /** Clearing seats waits for a database that hangs; listeners do not wait with it. */
  @Test
  void listeners_whileTheDatabaseHangs_areStillRelieved() {
    List<Connection> blocked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Connection one = parley.connect(Introduction.anonymous());
      one.rooms().join(PLANNING);
      blocked.add(one);
    }
    Connection departing = parley.connect(Introduction.anonymous());
    departing.rooms().join(PLANNING);
    alice.rooms().send(PLANNING, Body.of("before"));
    eventually("it is heard", () -> heard.size() == 1);
    database.begin();
    departing.close();
    database.hang();
    CountDownLatch release = new CountDownLatch(1);
    try {
      blocked.forEach(one -> one.listen(event -> await(release)));
      eventually("the sweep hangs", database::isWaitedFor);
      alice.rooms().send(PLANNING, Body.of("for bob"));
      eventually("bob hears", () -> heard.size() == 2);
    } finally {
      release.countDown();
      database.end();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
