package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.engine.backend.redis.RedisBackend;
import dev.parley.engine.backend.redis.RedisServer;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.spi.Retention;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** Posts a second, the way to followers, and catching up, on a Redis of our own. */
@Tag("bench")
class RedisBench {
  private static final int OUTSTANDING = 32;
  private static final int EACH = 1_000;
  private static final int FOLLOWERS = 5;
  private static final int PUSHES = 2_000;
  private static final int PAGE = 1_000;
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final Body BODY = Body.of("x".repeat(200));

  @Test
  void posts_pushesAndPages() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      for (String fsync : List.of("everysec", "always")) {
        server.execute(Command.CONFIG, "SET", "appendfsync", fsync);
        for (int run = 0; run <= RUNS; run++) { // the first one warms up
          RedisBackend backend = backend(server);
          try {
            TopicName topic =
                TopicName.of(WorkspaceId.DEFAULT, RoomName.of("run-" + fsync + "-" + run));
            double posts = posts(backend, topic);
            double pages = pages(backend, topic);
            double[] pushes = pushes(backend, server, topic);
            System.out.printf(
                Locale.ROOT,
                "    Redis, appendfsync %s: %,.0f posts a second; 10,000 read in %.0f ms;"
                    + " post to push p50 %.2f ms, p99 %.2f ms%n",
                fsync,
                posts,
                pages,
                pushes[pushes.length / 2],
                pushes[pushes.length * 99 / 100]);
          } finally {
            backend.disconnect();
          }
        }
      }
    }
  }

  private static RedisBackend backend(RedisServer server) {
    RedisBackend backend =
        new RedisBackend(server.address(), "parley:", topic -> 0, Retention.EVERYTHING);
    backend.connect();
    return backend;
  }

  private static double posts(RedisBackend backend, TopicName topic) throws Exception {
    long begun = System.nanoTime();
    AtOnce.run(
        OUTSTANDING,
        thread -> {
          for (int i = 0; i < EACH; i++) {
            backend.post(MessageDraft.of(topic, ALICE, BODY));
          }
          return thread;
        });
    return OUTSTANDING * EACH * 1e9 / (System.nanoTime() - begun);
  }

  private static double pages(RedisBackend backend, TopicName topic) {
    long begun = System.nanoTime();
    Optional<Cursor> after = Optional.of(new Cursor("0"));
    int read = 0;
    while (read < 10 * PAGE) {
      MessagePage page = backend.fetchAfter(topic, after, PAGE);
      read += page.messages().size();
      after = Optional.of(page.next());
    }
    return (System.nanoTime() - begun) / 1e6;
  }

  /** Milliseconds until the last of the followers on another node was told, sorted. */
  private static double[] pushes(RedisBackend backend, RedisServer server, TopicName topic)
      throws Exception {
    RedisBackend other = backend(server);
    try {
      ConcurrentLinkedQueue<CountDownLatch> awaited = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < FOLLOWERS; i++) {
        other.follow(topic, Optional.empty(), stored -> awaited.element().countDown());
      }
      List<Double> times = new ArrayList<>();
      for (int i = 0; i < PUSHES; i++) {
        CountDownLatch told = new CountDownLatch(FOLLOWERS);
        awaited.clear();
        awaited.add(told);
        long begun = System.nanoTime();
        backend.post(MessageDraft.of(topic, ALICE, BODY));
        assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
        times.add((System.nanoTime() - begun) / 1e6);
      }
      double[] sorted = times.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(sorted);
      return sorted;
    } finally {
      other.disconnect();
    }
  }
}
