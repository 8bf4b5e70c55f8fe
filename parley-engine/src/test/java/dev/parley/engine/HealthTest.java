package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Health;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.session.Session;
import dev.parley.task.TaskDraft;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** A Parley says how it is, of each store that can carry rooms. */
class HealthTest {
  private static final RoomName ROOM = RoomName.of("room");
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final MovableClock clock = new MovableClock(NOON);

  @Test
  void ofOneAlone_isCarriedByMemoryAndDatabase() {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Health health = parley.health();
      assertThat(health.bus())
          .isEqualTo(new Health.Bus("database", "memory", true, Optional.empty()));
      assertThat(health.connections()).isEqualTo(new Health.Connections(0, 0, 0));
      assertThat(health.backlog()).isEqualTo(new Health.Backlog(0, 0, 0, 0));
      assertThat(health.nodes()).isEmpty();
    }
  }

  @Test
  void connections_areCountedByWhatTheyDo() {
    try (Parley parley = ParleyBuilder.builder().inMemory().build()) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      Connection carol = parley.connect(ConnectOptions.of("carol"));
      carol.rooms().join(ROOM);
      assertThat(parley.health().connections()).isEqualTo(new Health.Connections(3, 0, 0));
      bob.listen(event -> {});
      var answer = carol.inbox().await(OptionalLong.empty(), 1, Duration.ofMinutes(1));
      eventually(
          "one listens and one waits",
          () -> parley.health().connections().equals(new Health.Connections(3, 1, 1)));
      alice.rooms().join(ROOM);
      alice.rooms().send(ROOM, Body.of("hello"));
      assertThat(answer.toCompletableFuture().join().messages()).hasSize(1);
      bob.close();
      eventually(
          "nobody does",
          () -> parley.health().connections().equals(new Health.Connections(2, 0, 0)));
    }
  }

  @Test
  void connectionsAndBacklog_ofAWorkspace_areItsOwn() {
    try (Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build()) {
      CountDownLatch goOn = new CountDownLatch(1);
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection slow = parley.connect(ConnectOptions.of("slow"));
      Connection other =
          parley.connect(
              new ConnectOptions(
                  new WorkspaceId("other"), Optional.of(new AgentId("alice")), Optional.empty()));
      alice.rooms().join(ROOM);
      slow.rooms().join(ROOM);
      slow.listen(event -> await(goOn));
      var unused = other.inbox().await(OptionalLong.empty(), 1, Duration.ofMinutes(1));
      for (int i = 0; i < 7; i++) {
        alice.rooms().send(ROOM, Body.of("m" + i));
      }
      Health here = parley.health(WorkspaceId.DEFAULT);
      assertThat(here.connections()).isEqualTo(new Health.Connections(2, 1, 0));
      assertThat(here.backlog().undelivered()).isPositive();
      assertThat(here.backlog().behind()).isEqualTo(1);
      Health there = parley.health(new WorkspaceId("other"));
      assertThat(there.connections()).isEqualTo(new Health.Connections(1, 0, 1));
      assertThat(there.backlog()).isEqualTo(new Health.Backlog(0, 0, 0, 0));
      assertThat(there.storage()).isEqualTo(parley.health().storage());
      assertThat(parley.health().connections()).isEqualTo(new Health.Connections(3, 1, 1));
      goOn.countDown();
    }
  }

  @Test
  void backlog_isWhatListenersHaveNotTaken() {
    try (Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build()) {
      CountDownLatch goOn = new CountDownLatch(1);
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection absent = parley.connect(ConnectOptions.of("absent"));
      Connection quick = parley.connect(ConnectOptions.of("quick"));
      Connection slow = parley.connect(ConnectOptions.of("slow"));
      for (Connection one : List.of(alice, absent, quick, slow)) {
        one.rooms().join(ROOM);
      }
      quick.listen(event -> {});
      slow.listen(event -> await(goOn));
      for (int i = 0; i < 7; i++) {
        alice.rooms().send(ROOM, Body.of("m" + i));
      }
      eventually(
          "the slow one holds the first",
          () -> parley.health().backlog().equals(new Health.Backlog(6, 6, 1, 0)));
      goOn.countDown();
      eventually(
          "all is delivered",
          () -> parley.health().backlog().equals(new Health.Backlog(0, 0, 0, 0)));
    }
  }

  @Test
  void writes_thatTheDatabaseHasNotConfirmed_areCounted() throws SQLException {
    try (HikariDataSource rows = Databases.inMemory();
        Parley parley = node(ParleyBuilder.builder().database(rows))) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.topics().post(ROOM, Body.of("first"), Optional.empty());
      Session run = alice.sessions().start(new SessionId("run"));
      assertThat(parley.health().backlog().writes()).isZero();
      CompletableFuture<Void> posted;
      CompletableFuture<Void> created;
      try (java.sql.Connection other = rows.getConnection();
          Statement lock = other.createStatement()) {
        other.setAutoCommit(false);
        lock.execute("SELECT * FROM parley_topic FOR UPDATE");
        lock.execute("SELECT * FROM parley_session FOR UPDATE");
        posted = later(() -> alice.topics().post(ROOM, Body.of("second"), Optional.empty()));
        eventually("the post waits", () -> parley.health().backlog().writes() == 1);
        created = later(() -> run.tasks().create(TaskDraft.titled("t").build()));
        eventually("the task waits too", () -> parley.health().backlog().writes() == 2);
        other.rollback();
      }
      posted.join();
      created.join();
      assertThat(parley.health().backlog().writes()).isZero();
    }
  }

  @Test
  void writes_thatRedisHasNotConfirmed_areCounted() {
    try (RedisServer server = RedisServer.start();
        HikariDataSource rows = Databases.inMemory();
        Parley parley = node(ParleyBuilder.builder().database(rows).bus(server.address()))) {
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      alice.topics().post(ROOM, Body.of("first"), Optional.empty());
      // longer than a post is tried for: only the UNPAUSE lets it through, however slow this is
      server.execute(Command.CLIENT, "PAUSE", "60000", "WRITE");
      CompletableFuture<Void> posted =
          later(() -> alice.topics().post(ROOM, Body.of("second"), Optional.empty()));
      // the node itself may be telling of its presence, too
      eventually("the post waits", () -> parley.health().backlog().writes() >= 1);
      server.execute(Command.CLIENT, "UNPAUSE");
      posted.join();
      eventually("nothing waits", () -> parley.health().backlog().writes() == 0);
    }
  }

  @Test
  void aDatabaseThatIsAway_isToldWithItsTime() throws IOException {
    try (HikariDataSource rows = Databases.inMemory()) {
      Outage database = new Outage(rows);
      try (Parley parley = node(ParleyBuilder.builder().database(database))) {
        away(
            parley,
            "database",
            "memory",
            database::begin,
            () -> {
              assertThat(parley.health().storageReachable()).isFalse();
              database.end();
            });
      }
    }
  }

  @Test
  void aRedisThatIsAway_isToldWithItsTime() throws IOException {
    try (RedisServer server = RedisServer.start();
        HikariDataSource rows = Databases.inMemory();
        Parley parley = node(ParleyBuilder.builder().database(rows).bus(server.address()))) {
      away(
          parley,
          "redis",
          "memory",
          server::kill,
          () -> {
            assertThat(parley.health().storageReachable()).isTrue();
            server.run();
          });
    }
  }

  @Test
  void aNatsThatIsAway_isToldWithItsTime() throws IOException {
    NatsServer server = NatsServer.newServer();
    try (HikariDataSource rows = Databases.inMemory();
        Parley parley =
            node(ParleyBuilder.builder().database(rows).bus(URI.create(server.url())))) {
      away(parley, "nats", "memory", server::kill, server::start);
    } finally {
      server.end();
    }
  }

  @Test
  void nodes_knowEachOtherByName() {
    try (HikariDataSource rows = Databases.inMemory();
        Parley east = node(ParleyBuilder.builder().database(rows).node("east"))) {
      assertThat(east.health().nodes()).contains(new Health.Nodes("east", Set.of()));
      assertThat(east.health().bus().ephemeral()).isEqualTo("database");
      try (Parley west = node(ParleyBuilder.builder().database(rows).node("west"))) {
        eventually(
            "east sees west",
            () -> east.health().nodes().orElseThrow().others().equals(Set.of("west")));
        eventually(
            "west sees east",
            () ->
                west.health()
                    .nodes()
                    .orElseThrow()
                    .equals(new Health.Nodes("west", Set.of("east"))));
      }
      eventually("east sees west go", () -> east.health().nodes().orElseThrow().others().isEmpty());
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private void away(
      Parley parley, String durable, String ephemeral, Runnable takeAway, Step bringBack)
      throws IOException {
    Health.Bus there = new Health.Bus(durable, ephemeral, true, Optional.empty());
    assertThat(parley.health().bus()).isEqualTo(there);
    takeAway.run();
    Health.Bus away = new Health.Bus(durable, ephemeral, false, Optional.of(NOON));
    eventually("it is away", () -> parley.health().bus().equals(away));
    clock.advance(Duration.ofMinutes(1));
    assertThat(parley.health().bus()).isEqualTo(away);
    bringBack.run();
    eventually("it is there again", () -> parley.health().bus().equals(there));
  }

  private static CompletableFuture<Void> later(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }

  private Parley node(ParleyBuilder engine) {
    return engine.clock(clock).rateLimit(RateLimit.OFF).build();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
