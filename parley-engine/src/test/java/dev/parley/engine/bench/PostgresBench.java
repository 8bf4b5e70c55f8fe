package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * N: claims of eight agents in this process on PostgreSQL, as a share of what the same server does
 * of the bare update. The three take turns, each in a session of its own.
 */
@Tag("bench")
class PostgresBench {
  private static final int CLIENTS = 8;
  private static final int TASKS = 12_000;
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final double TARGET = 50;

  private final List<Double> bare = new ArrayList<>();
  private final List<Double> next = new ArrayList<>();
  private final List<Double> named = new ArrayList<>();
  private int sessions;

  @Test
  void everyClaim_isWon() throws Exception {
    assumeTrue(PgBench.isThere(), "pgbench is not on the path");
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        Parley parley =
            ParleyBuilder.builder().database(server.getJdbcUrl("postgres", "postgres")).build();
        Connection connection = server.getPostgresDatabase().getConnection();
        Statement rows = connection.createStatement()) {
      PgBench pgbench = new PgBench(server.getPort(), CLIENTS);
      for (int run = 0; run <= RUNS; run++) {
        bare.add(pgbench.updates(race(parley, rows).key(), TASKS));
        next.add(race(parley, rows).claimNext(CLIENTS));
        named.add(race(parley, rows).claim(CLIENTS));
        System.out.printf(
            Locale.ROOT,
            "    N pgbench %,.0f, claimNext %,.0f, claim %,.0f a second%n",
            bare.get(run),
            next.get(run),
            named.get(run));
      }
    }
    List.of(bare, next, named).forEach(runs -> runs.remove(0)); // the first one warmed up
    print();
    assertThat(named).hasSize(RUNS);
  }

  private ClaimRace race(Parley parley, Statement rows) throws Exception {
    return ClaimRace.of(parley, "race-" + ++sessions, TASKS, rows);
  }

  private void print() {
    System.out.println();
    System.out.println(
        "| Claims on PostgreSQL, 8 clients | Median | Range | Must reach | Reached |");
    System.out.println("|---|---|---|---|---|");
    System.out.println(row("N pgbench, the bare update: a second", bare, false));
    System.out.println(row("N claimNext: a second", next, false));
    System.out.println(row("N claim: a second", named, false));
    System.out.println(row("N claimNext: % of pgbench", share(next), true));
    System.out.println(row("N claim: % of pgbench", share(named), true));
  }

  private List<Double> share(List<Double> claims) {
    return IntStream.range(0, RUNS).mapToObj(run -> 100 * claims.get(run) / bare.get(run)).toList();
  }

  private static String row(String name, List<Double> runs, boolean judged) {
    List<Double> sorted = runs.stream().sorted().toList();
    double median = sorted.get(RUNS / 2);
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f to %,.0f | %s | %s |",
        name,
        median,
        sorted.get(0),
        sorted.get(RUNS - 1),
        judged ? String.format(Locale.ROOT, "%.0f", TARGET) : "",
        judged ? (median >= TARGET ? "yes" : "NO") : "");
  }
}
