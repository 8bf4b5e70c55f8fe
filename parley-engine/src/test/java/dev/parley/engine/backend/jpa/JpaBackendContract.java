package dev.parley.engine.backend.jpa;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.engine.MovableClock;
import dev.parley.engine.Store;
import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.IndexedBackendContract;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Topics as rows of one database, opened once for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaBackendContract extends IndexedBackendContract {
  static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("nodes"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final int WRITERS = 8;
  private static final int EACH = 25;
  private static final int ROUNDS = 20;

  @Parameter private Store store;
  private HikariDataSource pool;
  private Database database;

  @BeforeParameterizedClassInvocation
  final void open() {
    pool = store.newMigratedDatabase();
    database = store.database(pool, JpaBackend.ENTITIES);
  }

  @AfterParameterizedClassInvocation
  final void close() {
    if (database != null) { // where the product is not there, it was never opened
      database.close();
      pool.close();
      database = null;
    }
  }

  @Override
  protected final JpaBackend newBackend() {
    empty();
    return backend();
  }

  @Override
  protected final Cursor cursorOf(StoredMessage other, long seq, MessageId id) {
    return LogPosition.after(other.cursor().value().split("-", -1)[0], seq, id);
  }

  /** Another node over the same rows. */
  final JpaBackend backend() {
    return backend(InstantSource.system(), Retention.EVERYTHING);
  }

  private JpaBackend backend(InstantSource clock, Retention retention) {
    return new JpaBackend(
        database.transactions(),
        clock,
        topic -> 0,
        Duration.ofMillis(50),
        retention,
        database.notices());
  }

  /** Another node that looks too seldom to find anything by it. */
  final JpaBackend backendThatHears(boolean hears) {
    return new JpaBackend(
        database.transactions(),
        InstantSource.system(),
        topic -> 0,
        Duration.ofHours(1),
        Retention.EVERYTHING,
        hears ? database.notices() : Optional.empty());
  }

  /** Has the database carry out something nobody of Parley says. */
  final List<?> ask(String words) {
    return database
        .transactions()
        .call(entities -> entities.createNativeQuery(words).getResultList());
  }

  /** As after a restore from a backup that knew of no topic. */
  final void empty() {
    database
        .transactions()
        .run(
            entities -> {
              entities.createQuery("DELETE FROM TopicMessage m").executeUpdate();
              entities.createQuery("DELETE FROM Topic t").executeUpdate();
            });
  }

  @Test
  void disconnect_whileItLooks_letsTheLookEnd() throws InterruptedException {
    JpaBackend writing = backendThatHears(false);
    JpaBackend looking =
        new JpaBackend(
            database.transactions(),
            InstantSource.system(),
            topic -> 0,
            Duration.ofMillis(50),
            Retention.EVERYTHING,
            Optional.empty());
    writing.connect();
    looking.connect();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    try {
      var unused =
          looking.follow(
              TOPIC,
              Optional.empty(),
              message -> {
                begun.countDown();
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
                ended.set(!Thread.interrupted());
              });
      post(writing, "m");
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      looking.disconnect();
      assertThat(ended).isTrue();
    } finally {
      looking.disconnect();
      writing.disconnect();
    }
  }

  @Test
  void cursor_ofALogThatIsNoMore_isLost() {
    JpaBackend backend = backend();
    backend.connect();
    try {
      Cursor before = post(backend, "one").cursor();
      backend.disconnect();
      empty();
      backend = backend();
      backend.connect();
      for (boolean madeAnew : new boolean[] {false, true}) {
        if (madeAnew) {
          post(backend, "two");
        }
        JpaBackend now = backend;
        assertThat(refusedCode(() -> now.fetchAfter(TOPIC, Optional.of(before), 10)))
            .as("the topic is there: %s", madeAnew)
            .isEqualTo(ProblemCode.POSITION_LOST);
      }
    } finally {
      backend.disconnect();
    }
  }

  @Test
  void pruning_byCount_leavesTheNewestAndTheirPositions() {
    empty();
    JpaBackend backend =
        backend(InstantSource.system(), new Retention(OptionalLong.of(100), Optional.empty()));
    backend.connect();
    try {
      Cursor first = post(backend, "m1").cursor();
      for (int i = 2; i <= 100; i++) {
        post(backend, "m" + i);
      }
      backend.prune();
      assertThat(seqs(backend, first)).hasSize(99).startsWith(2L);
      for (int i = 101; i <= 1_200; i++) {
        post(backend, "m" + i);
      }
      backend.prune();
      assertThat(seqs(backend, first)).hasSize(100).startsWith(1_101L).endsWith(1_200L);
      assertThat(post(backend, "next").message().seq()).isEqualTo(1_201);
    } finally {
      backend.disconnect();
    }
  }

  @Test
  void pruning_byAge_leavesWhatIsYoungEnough() {
    empty();
    MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
    Duration day = Duration.ofDays(1);
    JpaBackend backend = backend(clock, new Retention(OptionalLong.empty(), Optional.of(day)));
    backend.connect();
    try {
      Cursor first = post(backend, "old").cursor();
      post(backend, "as old");
      clock.advance(day);
      post(backend, "young");
      backend.prune();
      assertThat(seqs(backend, new Cursor("0"))).containsExactly(1L, 2L, 3L);
      clock.advance(Duration.ofMillis(1));
      backend.prune();
      assertThat(seqs(backend, first)).containsExactly(3L);
    } finally {
      backend.disconnect();
    }
  }

  private static List<Long> seqs(JpaBackend backend, Cursor after) {
    return backend.fetchAfter(TOPIC, Optional.of(after), 10_000).messages().stream()
        .map(stored -> stored.message().seq())
        .toList();
  }

  @Test
  void twoNodes_thatPostInTurn_leaveNoPositionOut() {
    empty();
    JpaBackend one = backend();
    JpaBackend other = backend();
    one.connect();
    other.connect();
    try {
      for (long seq = 1; seq <= 6; seq++) {
        JpaBackend next = seq % 3 == 0 ? one : other; // the other one twice, then it is behind
        assertThat(post(next, "m" + seq).message().seq()).isEqualTo(seq);
      }
    } finally {
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void twoNodes_thatPostAtOnce_areToldAllInOneOrder() throws Exception {
    JpaBackend one = backend();
    JpaBackend other = backend();
    one.connect();
    other.connect();
    try {
      Queue<Message> toldOfOne = new ConcurrentLinkedQueue<>();
      Queue<Message> toldOfOther = new ConcurrentLinkedQueue<>();
      one.follow(TOPIC, Optional.empty(), stored -> toldOfOne.add(stored.message()));
      other.follow(TOPIC, Optional.empty(), stored -> toldOfOther.add(stored.message()));
      AtOnce.run(
          WRITERS,
          writer -> {
            for (int i = 0; i < EACH; i++) {
              post(writer % 2 == 0 ? one : other, writer + ":" + i);
            }
            return writer;
          });
      int all = WRITERS * EACH;
      eventually("both are told all", () -> toldOfOne.size() >= all && toldOfOther.size() >= all);
      assertThat(toldOfOne.stream().map(Message::seq))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, all).boxed().toList());
      assertThat(List.copyOf(toldOfOther)).isEqualTo(List.copyOf(toldOfOne));
    } finally {
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void twoNodes_thatPostAtOnceUnderOneKey_keepOne() throws Exception {
    empty();
    JpaBackend one = backend();
    JpaBackend other = backend();
    one.connect();
    other.connect();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        IdempotencyKey key = new IdempotencyKey("round " + round);
        List<StoredMessage> answers =
            AtOnce.run(
                WRITERS, writer -> (writer % 2 == 0 ? one : other).post(draft("raced"), key));
        assertThat(answers.stream().distinct()).hasSize(1);
      }
      assertThat(seqs(one, LogPosition.start())).hasSize(ROUNDS);
    } finally {
      one.disconnect();
      other.disconnect();
    }
  }

  @Test
  void key_isKnownAsLongAsItsMessageIsKept_afterARestartToo() {
    empty();
    Retention last = new Retention(OptionalLong.of(1), Optional.empty());
    IdempotencyKey key = new IdempotencyKey("k");
    JpaBackend backend = backend();
    backend.connect();
    StoredMessage first = backend.post(draft("keyed"), key);
    post(backend, "later");
    backend.disconnect();
    JpaBackend again = backend(InstantSource.system(), last);
    again.connect();
    try {
      assertThat(again.post(draft("keyed"), key)).isEqualTo(first);
      again.prune();
      assertThat(again.post(draft("keyed"), key).message().seq()).isEqualTo(3);
    } finally {
      again.disconnect();
    }
  }

  static StoredMessage post(JpaBackend backend, String text) {
    return backend.post(draft(text));
  }

  private static MessageDraft draft(String text) {
    return MessageDraft.of(TOPIC, ALICE, Body.of(text));
  }
}
