package dev.parley.engine.backend.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The originals of messages, in a topic that another system has too. */
@OnStores({Store.H2, Store.H2_HIBERNATE, Store.POSTGRESQL, Store.MARIADB})
class LocalLogTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("mirrored"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final Instant TIME = Instant.parse("2026-11-29T10:00:00Z");

  @Parameter private Store store;
  private HikariDataSource pool;
  private Database database;
  private JpaBackend log;

  @BeforeEach
  void open() {
    pool = store.newMigratedDatabase();
    database = store.database(pool, JpaBackend.ENTITIES);
    log = connected();
  }

  @AfterEach
  void close() {
    if (database != null) { // where the product is not there, it was never opened
      log.disconnect();
      database.close();
      pool.close();
    }
  }

  private JpaBackend connected() {
    JpaBackend backend =
        new JpaBackend(
            database.transactions(),
            InstantSource.system(),
            topic -> 0,
            Duration.ofMillis(20),
            Retention.EVERYTHING);
    backend.connect();
    return backend;
  }

  private static MessageDraft draft(String text) {
    return MessageDraft.of(TOPIC, ALICE, Body.of(text));
  }

  private StoredMessage post(String text) {
    return log.post(draft(text));
  }

  private StoredMessage copy(String id) {
    return log.copy(draft(id), new Original(id, TIME), Optional.empty());
  }

  private void link(StoredMessage message, String id) {
    log.link(message.message(), new Original(id, TIME));
  }

  /** The texts from the first message to be sent on. */
  private List<String> toSend() {
    return log.fetchAfter(TOPIC, Optional.of(log.beforeFirstToSend(TOPIC)), 10).messages().stream()
        .map(stored -> stored.message().text())
        .toList();
  }

  @Test
  void firstToSend_isTheFirstAfterTheFirstCall_afterARestartToo() {
    post("before the mirror");
    assertThat(toSend()).isEmpty();
    post("one");
    copy("of zoe");
    log.disconnect();
    log = connected();
    assertThat(toSend()).containsExactly("one", "of zoe");
  }

  @Test
  void firstToSend_ofATopicWithoutMessages_isTheFirst() {
    assertThat(toSend()).isEmpty();
    StoredMessage one = post("one");
    assertThat(toSend()).containsExactly("one");
    link(one, "m1");
    assertThat(toSend()).isEmpty();
  }

  @Test
  void firstToSend_isBehindThoseThatAreLinked() {
    assertThat(toSend()).isEmpty();
    link(post("one"), "m1");
    copy("m2");
    post("two");
    link(post("three"), "m4");
    assertThat(toSend()).containsExactly("two", "three");
    assertThat(toSend()).containsExactly("two", "three");
  }

  @Test
  void newest_isOfThoseBefore_andTheOldestWhereThereAreFewer() {
    assertThat(log.newest(TOPIC, Long.MAX_VALUE, 0)).isEmpty();
    long first = copy("m1").message().seq();
    copy("m2");
    long last = copy("m3").message().seq();
    assertThat(newest(Long.MAX_VALUE, 0)).contains("m3");
    assertThat(newest(Long.MAX_VALUE, 1)).contains("m2");
    assertThat(newest(Long.MAX_VALUE, 20)).contains("m1");
    assertThat(newest(last, 0)).contains("m2");
    assertThat(newest(first + 1, 20)).contains("m1");
    assertThat(newest(first, 0)).isEmpty();
  }

  private Optional<String> newest(long before, int skipped) {
    return log.newest(TOPIC, before, skipped).map(Original::id);
  }
}
