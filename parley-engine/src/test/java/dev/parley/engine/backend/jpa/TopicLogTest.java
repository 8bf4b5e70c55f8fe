package dev.parley.engine.backend.jpa;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Posts of one commit, one of which the database refuses. */
@OnStores({Store.H2, Store.H2_HIBERNATE, Store.POSTGRESQL, Store.MARIADB})
class TopicLogTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("grouped"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));
  private static final Original ORIGINAL =
      new Original("m1", Instant.parse("2026-11-29T10:00:00Z"));

  private final CountDownLatch committing = new CountDownLatch(1);
  private final CountDownLatch allWait = new CountDownLatch(1);

  @Parameter private Store store;
  private HikariDataSource pool;
  private Database database;
  private TopicRows rows;
  private String key;

  /** A log whose first commit goes on when {@link #allWait} is counted down. */
  private TopicLog log;

  @BeforeEach
  void open() {
    pool = store.newMigratedDatabase();
    database = store.database(pool, JpaBackend.ENTITIES);
    rows = new TopicRows(database.transactions(), InstantSource.system(), topic -> 0);
    key = rows.ensure(TOPIC);
    log = new TopicLog(TOPIC, key, rows, (topic, last) -> awaitOthers());
  }

  @AfterEach
  void close() {
    if (database != null) { // where the product is not there, it was never opened
      database.close();
      pool.close();
    }
  }

  private void awaitOthers() {
    committing.countDown();
    try {
      allWait.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void copy_thatAnotherNodeMade_failsAlone() throws InterruptedException {
    checkCopyFailsAlone(null);
  }

  @Test
  void copy_thatAnotherNodeMade_failsAlone_besideAPostWithAKey() throws InterruptedException {
    checkCopyFailsAlone(new IdempotencyKey("k"));
  }

  private void checkCopyFailsAlone(@Nullable IdempotencyKey once) throws InterruptedException {
    new TopicLog(TOPIC, key, rows, (topic, last) -> {}).copy(draft("copy"), ORIGINAL, null);
    CompletableFuture<StoredMessage> first = inItsThread(() -> log.post(draft("first"), null));
    committing.await();
    CompletableFuture<StoredMessage> one = inItsThread(() -> log.post(draft("one"), once));
    eventually("one waits", () -> log.unconfirmed() == 2);
    CompletableFuture<StoredMessage> copy =
        inItsThread(() -> log.copy(draft("copy"), ORIGINAL, null));
    eventually("the copy waits", () -> log.unconfirmed() == 3);
    CompletableFuture<StoredMessage> two = inItsThread(() -> log.post(draft("two"), null));
    eventually("two waits", () -> log.unconfirmed() == 4);
    allWait.countDown();
    assertThat(List.of(first.join(), one.join(), two.join())).isEqualTo(storedAfter(1));
    assertThatThrownBy(copy::join).hasCauseInstanceOf(ConstraintViolated.class);
  }

  private List<StoredMessage> storedAfter(long seq) {
    return rows.after(TOPIC, key, seq, 10);
  }

  private static CompletableFuture<StoredMessage> inItsThread(Supplier<StoredMessage> post) {
    return CompletableFuture.supplyAsync(post, task -> new Thread(task).start());
  }

  private static MessageDraft draft(String text) {
    return MessageDraft.of(TOPIC, ALICE, Body.of(text));
  }
}
