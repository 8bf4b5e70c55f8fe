package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What telling other nodes costs on PostgreSQL: posts a second of 32 threads in one node that has
 * no name and tells nobody, and in one that has a name and does. The two take turns, in one room
 * and in a room for each thread.
 */
@Tag("bench")
class NoticesBench {
  private static final int THREADS = 32;
  private static final int EACH = Integer.getInteger("parley.bench.posts", 500);
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final Body BODY = Body.of("x".repeat(200));

  private final Map<String, List<Double>> figures = new LinkedHashMap<>();

  @Test
  void posts_withAndWithoutNotices() throws Exception {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start()) {
      String url = server.getJdbcUrl("postgres", "postgres");
      try (Parley silent = ParleyBuilder.builder().database(url).rateLimit(RateLimit.OFF).build();
          Parley telling =
              ParleyBuilder.builder().node("east").database(url).rateLimit(RateLimit.OFF).build()) {
        for (int run = 0; run <= RUNS; run++) { // the first one warms up
          for (int rooms : new int[] {1, THREADS}) {
            String where = rooms == 1 ? "one room" : "a room each";
            measure(run, where + ", telling nobody", silent, rooms);
            measure(run, where + ", telling other nodes", telling, rooms);
          }
        }
      }
    }
    print();
    assertThat(figures.values()).allMatch(runs -> runs.size() == RUNS);
  }

  private void measure(int run, String name, Parley parley, int rooms) throws Exception {
    double rate = posts(parley, "run-" + System.nanoTime() + "-", rooms);
    System.out.printf(Locale.ROOT, "    %s: %,.0f posts a second%n", name, rate);
    if (run > 0) {
      figures.computeIfAbsent(name, first -> new ArrayList<>()).add(rate);
    }
  }

  private static double posts(Parley parley, String prefix, int rooms) throws Exception {
    try (Connection poster = parley.connect(ConnectOptions.of("poster"))) {
      DurableTopics bus = poster.topics();
      for (int room = 0; room < rooms; room++) {
        bus.post(RoomName.of(prefix + room), BODY, Optional.empty());
      }
      long begun = System.nanoTime();
      AtOnce.run(
          THREADS,
          thread -> {
            RoomName room = RoomName.of(prefix + thread % rooms);
            for (int i = 0; i < EACH; i++) {
              bus.post(room, BODY, Optional.empty());
            }
            return thread;
          });
      return THREADS * EACH * 1e9 / (System.nanoTime() - begun);
    }
  }

  private void print() {
    System.out.println();
    System.out.println("| Posts a second on PostgreSQL, 32 threads | Median | Range |");
    System.out.println("|---|---|---|");
    figures.forEach(
        (name, runs) -> {
          List<Double> sorted = runs.stream().sorted().toList();
          System.out.printf(
              Locale.ROOT,
              "| %s | %,.0f | %,.0f to %,.0f |%n",
              name,
              sorted.get(RUNS / 2),
              sorted.get(0),
              sorted.get(RUNS - 1));
        });
  }
}
