package dev.parley.engine.bench;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Databases;
import dev.parley.engine.NatsServer;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.PostgresServer;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.presence.RosterQuery;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** How long it takes to ask who is there while 10,000 agents of another node are. */
@Tag("bench")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PresenceBench {
  private static final int AGENTS = Integer.getInteger("parley.bench.agents", 10_000);
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final int ASKED = 200;
  private static final double MAX_MILLIS = 20;
  private static final RosterQuery EVERYBODY = RosterQuery.ALL.atMost(RosterQuery.MAX_USERS);
  private static final RosterQuery ONE = RosterQuery.ALL.matching("*-77").online();
  private static final RosterQuery IN_A_ROOM = RosterQuery.ALL.in(RoomName.of("planning"));

  private final FigureTable table =
      new FigureTable("Asking who is there of " + AGENTS + " agents, ms");

  @Test
  void inMemory_onOneNode() {
    try (Parley only = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build()) {
      measure("in memory", only, only);
    }
  }

  @Test
  void h2(@TempDir Path folder) {
    try (HikariDataSource rows = Databases.inFile(folder)) {
      measure("H2", rows, Optional.empty());
    }
  }

  @Test
  void postgres() {
    try (HikariDataSource rows = Databases.pool(PostgresServer.newDatabase())) {
      measure("PostgreSQL", rows, Optional.empty());
    }
  }

  @Test
  void redis() {
    try (HikariDataSource rows = Databases.inMemory();
        RedisServer server = RedisServer.start()) {
      measure("Redis", rows, Optional.of(server.address()));
    }
  }

  @Test
  void nats() {
    NatsServer server = NatsServer.newServer();
    try (HikariDataSource rows = Databases.inMemory()) {
      measure("NATS", rows, Optional.of(URI.create(server.url())));
    } finally {
      server.end();
    }
  }

  private void measure(String carrier, HikariDataSource rows, Optional<URI> bus) {
    try (Parley here = node("here", rows, bus);
        Parley there = node("there", rows, bus)) {
      measure(carrier, here, there);
    }
  }

  private static Parley node(String name, HikariDataSource rows, Optional<URI> bus) {
    ParleyBuilder engine =
        ParleyBuilder.builder().database(rows).node(name).rateLimit(RateLimit.OFF);
    bus.ifPresent(engine::bus);
    return engine.build();
  }

  private void measure(String carrier, Parley here, Parley there) {
    Connection asking = here.connect(ConnectOptions.of("asking"));
    for (int i = 0; i < AGENTS; i++) {
      Connection unused = there.connect(ConnectOptions.of("agent-" + i));
    }
    eventually("all are known", () -> users(asking, EVERYBODY.matching("agent-*")) == AGENTS);
    tell(carrier + ", all of them", asking, EVERYBODY);
    tell(carrier + ", the usual 1,000", asking, RosterQuery.ALL);
    tell(carrier + ", one by name", asking, ONE);
    tell(carrier + ", those in a room", asking, IN_A_ROOM);
    assertThat(users(asking, ONE)).isOne();
  }

  private void tell(String name, Connection asking, RosterQuery query) {
    List<Double> halves = new ArrayList<>();
    List<Double> most = new ArrayList<>();
    for (int run = 0; run <= RUNS; run++) {
      double[] millis = asked(asking, query);
      if (run > 0) {
        halves.add(millis[ASKED / 2]);
        most.add(millis[ASKED * 99 / 100 - 1]);
      }
    }
    table.atMost(name + ": p50", halves, MAX_MILLIS);
    table.atMost(name + ": p99", most, MAX_MILLIS);
  }

  /** Of each asking how long it took, sorted. */
  private static double[] asked(Connection asking, RosterQuery query) {
    double[] millis = new double[ASKED];
    for (int i = 0; i < ASKED; i++) {
      long start = System.nanoTime();
      int unused = users(asking, query);
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }

  private static int users(Connection asking, RosterQuery query) {
    return asking.presence().roster(query).users().size();
  }

  @AfterAll
  void print() {
    table.print();
  }
}
