package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Databases;
import dev.parley.engine.NatsServer;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Post to push: how long after a post began the last of five listeners has heard it, who sit on
 * another node where the store is shared. One post at a time, 200 a second. What the stores
 * acknowledge is on disk, but for the H2 file and for NATS, which leave it to the kernel.
 */
@Tag("bench")
class PushBench {
  private static final int LISTENERS = 5;
  private static final int PUSHES = 1_000;
  private static final long EVERY_NANOS = 5_000_000;
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final RoomName ROOM = RoomName.of("bench");
  private static final Body BODY = Body.of("x".repeat(200));
  private static final FigureTable TABLE = new FigureTable("Post to push, 5 listeners (ms)");

  /** Of one run, in milliseconds. */
  private record Times(double half, double nearlyAll) {
    static Times of(long[] nanos) {
      Arrays.sort(nanos);
      return new Times(nanos[nanos.length / 2] / 1e6, nanos[nanos.length * 99 / 100] / 1e6);
    }
  }

  /** A post under way. */
  private static final class Post {
    private final CountDownLatch unheard = new CountDownLatch(LISTENERS);
    private final AtomicLong lastHeard = new AtomicLong(Long.MIN_VALUE);

    void heard() {
      lastHeard.accumulateAndGet(System.nanoTime(), Math::max);
      unheard.countDown();
    }
  }

  private volatile Post now = new Post();

  @Test
  void onH2_oneNode(@TempDir Path directory) throws Exception {
    try (Parley only = ParleyBuilder.builder().data(directory).rateLimit(RateLimit.OFF).build()) {
      measure("H2 file, one node", 3, 8, only, only);
    }
  }

  @Test
  void onPostgres_twoNodes() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      String url = server.getJdbcUrl("postgres", "postgres");
      try (Parley east = node("east").database(url).build();
          Parley west = node("west").database(url).build()) {
        measure("PostgreSQL, two nodes", 5, 20, east, west);
      }
    }
  }

  @Test
  void onRedis_twoNodes() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      measure("Redis, two nodes", 2.5, 7, server.address());
    }
  }

  @Test
  void onNats_twoNodes() throws Exception {
    NatsServer server = NatsServer.newServer();
    try {
      measure("NATS, two nodes", 2.5, 8, URI.create(server.url()));
    } finally {
      server.end();
    }
  }

  @AfterAll
  static void print() {
    TABLE.print();
  }

  private static ParleyBuilder node(String name) {
    return ParleyBuilder.builder().node(name).rateLimit(RateLimit.OFF);
  }

  private void measure(String name, double half, double nearlyAll, URI bus) throws Exception {
    try (HikariDataSource rows = Databases.inMemory();
        Parley east = node("east").database(rows).bus(bus).build();
        Parley west = node("west").database(rows).bus(bus).build()) {
      measure(name, half, nearlyAll, east, west);
    }
  }

  private void measure(String name, double half, double nearlyAll, Parley here, Parley there)
      throws Exception {
    Connection poster = here.connect(ConnectOptions.of("poster"));
    poster.topics().post(ROOM, BODY, Optional.empty());
    for (int i = 0; i < LISTENERS; i++) {
      Connection listener = there.connect(ConnectOptions.of("listener-" + i));
      listener.rooms().join(ROOM);
      listener.listen(event -> now.heard());
    }
    List<Times> runs = new ArrayList<>();
    for (int run = 0; run <= RUNS; run++) {
      runs.add(Times.of(run(poster)));
      System.out.printf(
          Locale.ROOT,
          "    %s: p50 %.2f ms, p99 %.2f ms%n",
          name,
          runs.get(run).half(),
          runs.get(run).nearlyAll());
    }
    runs.remove(0); // it warmed up
    TABLE.atMost(name + ": p50", runs.stream().map(Times::half).toList(), half);
    TABLE.atMost(name + ": p99", runs.stream().map(Times::nearlyAll).toList(), nearlyAll);
  }

  private long[] run(Connection poster) throws InterruptedException {
    long[] nanos = new long[PUSHES];
    long due = System.nanoTime();
    for (int i = 0; i < PUSHES; i++) {
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      Post post = new Post();
      now = post;
      long begun = System.nanoTime();
      poster.topics().post(ROOM, BODY, Optional.empty());
      assertThat(post.unheard.await(20, TimeUnit.SECONDS)).isTrue();
      nanos[i] = post.lastHeard.get() - begun;
      due = begun + EVERY_NANOS;
    }
    return nanos;
  }
}
