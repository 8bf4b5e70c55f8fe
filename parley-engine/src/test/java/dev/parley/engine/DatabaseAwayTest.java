package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.permission.PermissionAnswer;
import dev.parley.permission.PermissionDraft;
import dev.parley.permission.Permissions;
import dev.parley.problem.ProblemCode;
import dev.parley.waiting.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What goes on, and what is refused, while nobody can reach the rows. */
@TestInstance(Lifecycle.PER_CLASS)
class DatabaseAwayTest {
  private static final Duration SOON = Duration.ofSeconds(8);

  private final HikariDataSource pool = Databases.inMemory();
  private final Outage database = new Outage(pool);
  private final Parley parley =
      ParleyBuilder.builder().database(database).rateLimit(RateLimit.OFF).build();
  private RoomName room;
  private Connection alice;
  private Connection bob;
  private Queue<String> heard;

  @BeforeEach
  void meet() {
    room = newName();
    alice = parley.connect(ConnectOptions.of("alice"));
    bob = parley.connect(ConnectOptions.of("bob"));
    Queue<String> ear = new ConcurrentLinkedQueue<>();
    heard = ear;
    bob.listen(event -> ear.add(event.toString()));
    alice.rooms().join(room, Nickname.of("alice"));
    bob.rooms().join(room, Nickname.of("bob"));
  }

  @AfterEach
  void bringItBack() {
    database.end();
  }

  @AfterAll
  void close() {
    parley.close();
    pool.close();
  }

  @Test
  void everythingThatNeedsRows_isRefusedSoon() {
    RoomName fresh = newName();
    database.begin();
    for (Runnable call :
        new Runnable[] {
          () -> alice.rooms().join(fresh),
          () -> alice.rooms().join(room, Nickname.of("ally")),
          () -> alice.rooms().leave(room),
          () -> alice.rooms().list(),
          () -> alice.rooms().whoIsHere(room)
        }) {
      assertTimeoutPreemptively(
          SOON, () -> assertThat(refusedCode(call::run)).isEqualTo(ProblemCode.UNAVAILABLE));
    }
    assertThat(parley.health().storageReachable()).isFalse();
  }

  @Test
  void mentions_meanwhile_areRecordedLater_andAnsweringThemIsNotRefused() {
    Waiting waiting = alice.waitingFor(new AgentId("carol"));
    bob.rooms().send(room, Body.of("@carol, look"));
    eventually("it waits", () -> waiting.list(Optional.empty(), 1000).items().size() == 1);
    int refusals = database.refusals();
    database.begin();
    waiting.answeredIn(room);
    assertThat(refusedCode(() -> waiting.list(Optional.empty(), 1)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    bob.rooms().send(room, Body.of("@carol, look again"));
    eventually("writing it fails", () -> database.refusals() > refusals + 2);
    database.end();
    eventually("it waits, too", () -> waiting.list(Optional.empty(), 1000).items().size() == 2);
    waiting.answeredIn(room);
    assertThat(waiting.list(Optional.empty(), 1).items()).isEmpty();
  }

  @Test
  void permissionRequests_meanwhile_areRefused_andAMessageThatAnswersIsNot() {
    PermissionDraft draft = new PermissionDraft("abcde", "Bash", "", "ls");
    Permissions ann =
        parley.connect(ConnectOptions.of("ann").asPerson().asLead().asVerified()).permissions();
    database.begin();
    assertThat(refusedCode(() -> alice.permissions().ask(draft)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(ann.understand("yes abcde", Optional.empty())).isEmpty();
    database.end();
    assertThat(alice.permissions().ask(draft).draft()).isEqualTo(draft);
    assertThat(ann.understand("no abcde", Optional.empty())).contains(PermissionAnswer.DENY);
  }

  @Test
  void aRefusedJoin_changesNothing() {
    RoomName fresh = newName();
    database.begin();
    assertThat(refusedCode(() -> alice.rooms().join(room, Nickname.of("ally"))))
        .isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().join(fresh))).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusedCode(() -> alice.rooms().send(fresh, Body.of("hi"))))
        .isEqualTo(ProblemCode.NOT_IN_ROOM);
    database.end();
    assertThat(bob.rooms().whoIsHere(room))
        .containsExactly(Nickname.of("alice"), Nickname.of("bob"));
    assertThat(alice.rooms().join(fresh).membersCount()).isEqualTo(1);
  }

  @Test
  void sends_inRoomsThatWereJoined_goOn() {
    alice.rooms().send(room, Body.of("before"));
    database.begin();
    for (int i = 0; i < 200; i++) {
      alice.rooms().send(room, Body.of("during"));
    }
    eventually("all are heard", () -> heard.size() == 201);
    database.end();
    alice.rooms().send(room, Body.of("after"));
    eventually("all are heard", () -> heard.size() == 202);
  }

  /** In an ephemeral room, once the numbers that were taken are used up. */
  @Test
  void aSendThatIsRefused_costsNoToken() {
    try (HikariDataSource own = Databases.inMemory()) {
      Outage away = new Outage(own);
      try (Parley strict =
          ParleyBuilder.builder()
              .database(away)
              .rateLimit(RateLimit.perSecond(1, 256 + 3))
              .build()) {
        sendsRefusedCostNoToken(strict, away, 256);
      }
    }
  }

  @Test
  void aSendToADurableRoomThatIsRefused_costsNoToken() {
    try (Parley strict =
        ParleyBuilder.builder()
            .database(database)
            .node("strict")
            .rateLimit(RateLimit.perSecond(1, 1 + 3))
            .build()) {
      sendsRefusedCostNoToken(strict, database, 1);
    }
  }

  private void sendsRefusedCostNoToken(Parley strict, Outage away, int until) {
    Connection carol = strict.connect(ConnectOptions.of("carol"));
    carol.rooms().join(room);
    carol.rooms().send(room, Body.of("1"));
    away.begin();
    for (int n = 2; n <= until; n++) {
      carol.rooms().send(room, Body.of("m"));
    }
    for (int i = 0; i < 5; i++) {
      assertThat(refusedCode(() -> carol.rooms().send(room, Body.of("m"))))
          .isEqualTo(ProblemCode.UNAVAILABLE);
    }
    away.end();
    carol.rooms().send(room, Body.of("m"));
    carol.rooms().send(room, Body.of("m"));
  }

  @Test
  void seatsOfThoseWhoLeftMeanwhile_areClearedOnceItIsBack() {
    database.begin();
    bob.close();
    assertThat(refusedCode(() -> bob.rooms().list())).isEqualTo(ProblemCode.CONNECTION_CLOSED);
    database.end();
    eventually(
        "the seat is cleared",
        () -> alice.rooms().join(room, Nickname.of("alice")).membersCount() == 1);
  }

  @Test
  void close_whileItIsAway_returns() {
    Parley closing = ParleyBuilder.builder().database(database).node("closing").build();
    closing.connect(ConnectOptions.of("carol")).rooms().join(room);
    database.begin();
    assertTimeoutPreemptively(SOON, closing::close);
  }

  /** Clearing seats waits for a database that hangs; listeners do not wait with it. */
  @Test
  void listeners_whileTheDatabaseHangs_areStillRelieved() {
    List<Connection> blocked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Connection one = parley.connect(ConnectOptions.anonymous());
      one.rooms().join(room);
      blocked.add(one);
    }
    Connection departing = parley.connect(ConnectOptions.anonymous());
    departing.rooms().join(room);
    alice.rooms().send(room, Body.of("before"));
    eventually("it is heard", () -> heard.size() == 1);
    database.begin();
    departing.close();
    database.hang();
    CountDownLatch release = new CountDownLatch(1);
    try {
      blocked.forEach(one -> one.listen(event -> await(release)));
      eventually("the sweep hangs", database::isWaitedFor);
      alice.rooms().send(room, Body.of("for bob"));
      eventually("bob hears", () -> heard.size() == 2);
    } finally {
      release.countDown();
      database.end();
    }
  }

  private static RoomName newName() {
    return RoomName.of(UUID.randomUUID().toString().replace("-", ""));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
