package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.DurableTopics;
import dev.parley.message.SearchQuery;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the index of words costs those who post on PostgreSQL, and what those who search gain. Posts
 * with it and without it take turns on one growing topic.
 */
@Tag("bench")
class SearchBench {
  private static final int POSTS = Integer.getInteger("parley.bench.posts", 20_000);
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final int KEPT = Integer.getInteger("parley.bench.kept", 500_000);
  private static final int SEARCHES = 3;
  private static final RoomName TOPIC = RoomName.of("planning");

  private final AtomicLong posted = new AtomicLong();

  @Test
  void posting_withTheIndex_isNotMuchSlower() throws Exception {
    try (EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        Parley parley =
            ParleyBuilder.builder()
                .database(server.getJdbcUrl("postgres", "postgres"))
                .rateLimit(RateLimit.OFF)
                .build();
        var connection = server.getPostgresDatabase().getConnection();
        Statement rows = connection.createStatement()) {
      List<Connection> speakers = Posters.connect(parley);
      List<Double> with = new ArrayList<>();
      List<Double> without = new ArrayList<>();
      double warmUp = posts(speakers);
      for (int run = 0; run < RUNS; run++) {
        with.add(posts(speakers));
        rows.execute("ALTER TABLE parley_topic_words RENAME TO parley_no_words");
        without.add(posts(speakers));
        rows.execute("ALTER TABLE parley_no_words RENAME TO parley_topic_words");
      }
      print("posts a second on PostgreSQL, 32 at once, with the index of words", with);
      print("posts a second on PostgreSQL, 32 at once, without", without);
      fill(rows);
      searches(parley, "PostgreSQL, " + posted.get() + " messages");
      assertThat(warmUp).isPositive();
    }
  }

  @Test
  void search_onAnH2File_looksAtALimitedNumber(@TempDir Path folder) throws Exception {
    try (Parley parley = ParleyBuilder.builder().data(folder).rateLimit(RateLimit.OFF).build()) {
      List<Connection> speakers = Posters.connect(parley);
      while (posted.get() < 110_000) {
        double unused = posts(speakers);
      }
      searches(parley, "H2, " + posted.get() + " messages");
    }
  }

  /** Says much more in one statement than posts would in a reasonable time. */
  private void fill(Statement rows) throws SQLException {
    rows.execute(
        """
        INSERT INTO parley_topic_message
          (topic_id, seq, id, agent, nickname, connection_id, body, sent_at)
        SELECT m.topic_id, t.last_seq + n, lpad((t.last_seq + n)::text, 26, '0'), 'agent', 'agent',
          'c', 'deploy word' || mod(n, 5000) || ' of part' || n || ' to node ' || mod(n, 7), 0
        FROM generate_series(1, %d) n, parley_topic t, parley_topic_message m
        WHERE m.seq = 1 AND m.topic_id = t.id
        """
            .formatted(KEPT));
    rows.execute("UPDATE parley_topic SET last_seq = last_seq + " + KEPT);
    rows.execute(
        """
        INSERT INTO parley_topic_words (topic_id, seq, id, agent, words)
        SELECT topic_id, seq, id, agent, parley_words(body) FROM parley_topic_message
        ON CONFLICT DO NOTHING
        """);
    rows.execute("VACUUM ANALYZE");
    posted.addAndGet(KEPT);
  }

  private void searches(Parley parley, String where) {
    DurableTopics bus = parley.connect(ConnectOptions.of("asking")).topics();
    SearchQuery nothing = SearchQuery.of("nobodysaidthis");
    for (SearchQuery query :
        List.of(
            nothing.in(TOPIC),
            nothing,
            SearchQuery.of("part77").in(TOPIC),
            SearchQuery.of("word1234").in(TOPIC),
            SearchQuery.of("deploy").in(TOPIC),
            SearchQuery.of("deploy"))) {
      List<Double> millis = new ArrayList<>();
      int found = 0;
      for (int i = 0; i < SEARCHES; i++) {
        long start = System.nanoTime();
        found = bus.search(query).messages().size();
        millis.add((System.nanoTime() - start) / 1e6);
      }
      String scope = query.topic().isPresent() ? "one topic" : "all topics";
      print("%s: '%s' in %s, %d found, ms".formatted(where, query.text(), scope, found), millis);
    }
  }

  /** Answers how many are said a second. */
  private double posts(List<Connection> speakers) throws InterruptedException {
    return Posters.rate(
        speakers,
        POSTS,
        by -> {
          SplittableRandom words = new SplittableRandom(posted.incrementAndGet());
          by.topics().post(TOPIC, Body.of(sentence(words)), Optional.empty());
        });
  }

  /** Twelve words of twenty thousand, some 100 characters. */
  private static String sentence(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 12; word++) {
      text.append(Integer.toString(100_000 + random.nextInt(20_000), 30)).append("-x, ");
    }
    return text.toString();
  }

  private static void print(String name, List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.1f | %,.1f to %,.1f |%n",
        name,
        sorted.get(sorted.size() / 2),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
  }
}
