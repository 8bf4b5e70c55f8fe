package dev.parley.engine.backend.jpa;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.Draft;
import dev.parley.message.Message;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.problem.Code;
import dev.parley.room.Nickname;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackendContract;
import dev.parley.spi.Stored;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Topics as rows of one database, opened once for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaBackendContract extends MessageBackendContract {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("nodes"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final int WRITERS = 8;
  private static final int EACH = 25;

  private final Store store;
  private HikariDataSource pool;
  private Database database;

  JpaBackendContract(Store store) {
    this.store = store;
  }

  @BeforeAll
  final void open() {
    pool = store.newDatabase();
    database = store.database(pool, JpaBackend.ENTITIES);
  }

  @AfterAll
  final void close() {
    if (database != null) { // where the product is not there, it was never opened
      database.close();
      pool.close();
    }
  }

  @Override
  protected final JpaBackend newBackend() {
    empty();
    return backend();
  }

  /** Another node over the same rows. */
  final JpaBackend backend() {
    return new JpaBackend(
        database.transactions(), InstantSource.system(), topic -> 0, Duration.ofMillis(50));
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
            .isEqualTo(Code.POSITION_LOST);
      }
    } finally {
      backend.disconnect();
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
      one.subscribe(TOPIC, stored -> toldOfOne.add(stored.message()));
      other.subscribe(TOPIC, stored -> toldOfOther.add(stored.message()));
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

  private static Stored post(JpaBackend backend, String text) {
    return backend.post(Draft.of(TOPIC, ALICE, Body.of(text)));
  }
}
