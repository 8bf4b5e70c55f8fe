package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Databases;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.MessagePage;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it costs that rooms keep what is said: on an H2 file and on PostgreSQL. */
@Tag("bench")
class DurableBench {
  private static final int RUNS = Integer.getInteger("parley.bench.runs", 5);
  private static final int POSTS = Integer.getInteger("parley.bench.posts", 32_000);
  private static final int MEMBERS = 200;
  private static final int SMALL = 1_000;
  private static final int LARGE = Integer.getInteger("parley.bench.kept", 5_000_000);
  private static final int FETCHES = 2_000;
  private static final Body BODY = Body.of("x".repeat(200));
  private static final FigureTable TABLE = new FigureTable("Durable rooms");

  @AfterAll
  static void print() {
    TABLE.print();
  }

  @Test
  void posts_onAnH2File(@TempDir Path folder) throws Exception {
    try (Parley parley = ParleyBuilder.builder().data(folder).rateLimit(RateLimit.OFF).build()) {
      TABLE.atLeast("posts/s, H2 file, 32 outstanding", posts(parley), 5_000);
    }
  }

  @Test
  void posts_onPostgres() throws Exception {
    try (EmbeddedPostgres server = postgres();
        Parley parley = on(server)) {
      TABLE.atLeast(
          "posts/s, PostgreSQL, synchronous commit, 32 outstanding", posts(parley), 8_000);
    }
  }

  private static List<Double> posts(Parley parley) throws InterruptedException {
    RoomName room = RoomName.of("posts");
    List<Connection> speakers = Posters.connect(parley);
    List<Double> runs = new ArrayList<>();
    for (int run = 0; run <= RUNS; run++) {
      runs.add(Posters.rate(speakers, POSTS, by -> by.topics().post(room, BODY, Optional.empty())));
    }
    return runs.subList(1, runs.size()); // the first warmed up
  }

  /** Both kinds take turns, each post heard by everybody. */
  @Test
  void roomOf200_durableBesideEphemeral(@TempDir Path folder) throws Exception {
    RoomName kept = RoomName.of("kept");
    RoomName unkept = RoomName.of("unkept");
    LongAdder heard = new LongAdder();
    try (Parley parley = ParleyBuilder.builder().data(folder).rateLimit(RateLimit.OFF).build()) {
      List<Connection> members =
          Stream.generate(() -> parley.connect(ConnectOptions.anonymous())).limit(MEMBERS).toList();
      for (Connection member : members) {
        member.rooms().join(kept);
        member.rooms().join(unkept);
      }
      members.get(0).topics().post(kept, BODY, Optional.empty()); // which makes it durable
      members.forEach(member -> member.listen(event -> heard.increment()));
      List<Connection> speakers = members.subList(0, Posters.OUTSTANDING);
      List<Double> durable = new ArrayList<>();
      List<Double> ephemeral = new ArrayList<>();
      for (int run = 0; run <= RUNS; run++) {
        durable.add(deliveries(speakers, kept, heard));
        ephemeral.add(deliveries(speakers, unkept, heard));
      }
      List<Double> shares = new ArrayList<>();
      for (int run = 1; run <= RUNS; run++) {
        shares.add(100 * durable.get(run) / ephemeral.get(run));
      }
      TABLE.told("deliveries/s, room of 200, ephemeral", ephemeral.subList(1, RUNS + 1));
      TABLE.told("deliveries/s, room of 200, durable, H2 file", durable.subList(1, RUNS + 1));
      TABLE.atLeast("durable of ephemeral, in %", shares, 80);
    }
  }

  private static double deliveries(List<Connection> speakers, RoomName room, LongAdder heard)
      throws InterruptedException {
    heard.reset();
    long begun = System.nanoTime();
    double unused = Posters.rate(speakers, POSTS, by -> by.rooms().send(room, BODY));
    long all = (long) POSTS * (MEMBERS - 1);
    while (heard.sum() < all) {
      LockSupport.parkNanos(100_000);
    }
    return all / ((System.nanoTime() - begun) / 1e9);
  }

  @Test
  void largeTopic_onAnH2File(@TempDir Path folder) throws Exception {
    try (HikariDataSource database = Databases.inFile(folder);
        Parley parley =
            ParleyBuilder.builder().database(database).rateLimit(RateLimit.OFF).build()) {
      fetches("H2 file", "SYSTEM_RANGE", parley, database);
    }
  }

  @Test
  void largeTopic_onPostgres() throws Exception {
    try (EmbeddedPostgres server = postgres();
        Parley parley = on(server)) {
      fetches("PostgreSQL", "generate_series", parley, server.getPostgresDatabase());
    }
  }

  /** A page of 100 from a cursor 100 before the end. */
  private static void fetches(String store, String range, Parley parley, DataSource database)
      throws SQLException {
    DurableTopics bus = parley.connect(ConnectOptions.anonymous()).topics();
    Cursor small = filled(bus, RoomName.of("small"), SMALL, range, database);
    Cursor large = filled(bus, RoomName.of("large"), LARGE, range, database);
    List<Double> inSmall = new ArrayList<>();
    List<Double> inLarge = new ArrayList<>();
    List<Double> newest = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int run = 0; run <= RUNS; run++) {
      double ofSmall = micros(bus, RoomName.of("small"), Optional.of(small));
      double ofLarge = micros(bus, RoomName.of("large"), Optional.of(large));
      double ofNewest = micros(bus, RoomName.of("large"), Optional.empty());
      if (run > 0) {
        inSmall.add(ofSmall);
        inLarge.add(ofLarge);
        newest.add(ofNewest);
        ratios.add(ofLarge / ofSmall);
      }
    }
    String count = String.format(Locale.ROOT, "%,d", LARGE);
    TABLE.told(store + ", 100 near the end of 1,000, us", inSmall);
    TABLE.told(store + ", 100 near the end of " + count + ", us", inLarge);
    TABLE.told(store + ", the newest 100 of " + count + ", us", newest);
    TABLE.atMost(store + ", " + count + " beside 1,000, times", ratios, 1.3);
  }

  /** Says much in one statement; answers the cursor 100 before the end. */
  private static Cursor filled(
      DurableTopics bus, RoomName room, int messages, String range, DataSource database)
      throws SQLException {
    bus.post(room, BODY, Optional.empty());
    try (var connection = database.getConnection();
        Statement rows = connection.createStatement()) {
      rows.execute(
          """
          INSERT INTO parley_topic_message
            (topic_id, seq, id, agent, nickname, connection_id, body, sent_at)
          SELECT t.id, n.x, lpad(cast(n.x as varchar(26)), 26, '0'), 'agent', 'agent', 'c', '%s', 0
          FROM parley_topic t, %s(2, %d) n%s WHERE t.name = '%s'
          """
              .formatted(
                  "x".repeat(100), range, messages, range.startsWith("g") ? "(x)" : "", room));
      rows.execute(
          "UPDATE parley_topic SET last_seq = " + messages + " WHERE name = '" + room + "'");
      rows.execute(range.startsWith("g") ? "ANALYZE parley_topic_message" : "ANALYZE");
    }
    MessagePage newest = bus.fetchRecent(room, Optional.empty(), 101);
    assertThat(newest.messages()).hasSize(101);
    return newest.messages().get(0).cursor();
  }

  private static double micros(DurableTopics bus, RoomName room, Optional<Cursor> since) {
    long[] nanos = new long[FETCHES];
    for (int i = 0; i < FETCHES; i++) {
      long begun = System.nanoTime();
      int found = bus.fetchRecent(room, since, 100).messages().size();
      nanos[i] = System.nanoTime() - begun;
      assertThat(found).isEqualTo(100);
    }
    Arrays.sort(nanos);
    return nanos[FETCHES / 2] / 1e3;
  }

  private static EmbeddedPostgres postgres() throws IOException {
    return EmbeddedPostgres.builder()
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  private static Parley on(EmbeddedPostgres server) {
    return ParleyBuilder.builder()
        .database(server.getJdbcUrl("postgres", "postgres"))
        .rateLimit(RateLimit.OFF)
        .build();
  }
}
