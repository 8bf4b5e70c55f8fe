package dev.parley.engine.delivery;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.message.Recipient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A noted reading is known at once, also while a write of it stands still in the database. */
class DeliveryLedgerTest {
  private static final String TOPIC = "topic";
  private static final AgentId BOB = new AgentId("bob");

  private final HikariDataSource source = Databases.inMemory();
  private final Database database = Database.over(source, DeliveryLedger.ENTITIES);
  private final DeliveryLedger readings =
      new DeliveryLedger(database.transactions(), InstantSource.system(), () -> {});

  @AfterEach
  void close() {
    database.close();
    source.close();
  }

  @Test
  void answered_whileItIsBeingWritten_isKnown() throws Exception {
    try (Connection other = rowLocked()) {
      readings.note(TOPIC, BOB, ReadProgress.seen(7));
      CompletableFuture<Void> flush = flushThatWaits();
      assertThat(readings.answered(TOPIC, BOB)).isEqualTo(7);
      readings.note(TOPIC, BOB, ReadProgress.seen(9));
      assertThat(readings.answered(TOPIC, BOB)).isEqualTo(9);
      assertThat(flush).isNotDone();
      other.rollback();
      flush.get(20, TimeUnit.SECONDS);
    }
    readings.flush();
    assertThat(readings.answered(TOPIC, BOB)).isEqualTo(9);
  }

  @Test
  void recipients_whileAnotherThreadWrites_tellOfWhatItWrites() throws Exception {
    try (Connection other = rowLocked()) {
      readings.note(TOPIC, BOB, ReadProgress.seen(7));
      CompletableFuture<Void> flush = flushThatWaits();
      FutureTask<List<Recipient>> asked = new FutureTask<>(() -> readings.recipients(TOPIC, 7));
      startAndAwaitStandstill(asked);
      other.rollback();
      flush.get(20, TimeUnit.SECONDS);
      assertThat(asked.get(20, TimeUnit.SECONDS)).extracting(Recipient::seen).containsExactly(true);
    }
  }

  @Test
  void leave_whileAnotherThreadWrites_isTheLastWord() throws Exception {
    AgentId carol = new AgentId("carol");
    try (Connection other = rowLocked()) {
      readings.note(TOPIC, BOB, ReadProgress.seen(7));
      readings.note(TOPIC, carol, ReadProgress.read(0, 7));
      CompletableFuture<Void> flush = flushThatWaits();
      FutureTask<Boolean> left = new FutureTask<>(() -> readings.leave(TOPIC, carol), true);
      startAndAwaitStandstill(left);
      other.rollback();
      flush.get(20, TimeUnit.SECONDS);
      assertThat(left.get(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(readings.isKnown(TOPIC, carol)).isFalse();
  }

  /** Runs {@code task} in a thread of its own until it waits for another thread or has ended. */
  private static void startAndAwaitStandstill(FutureTask<?> task) {
    Thread thread = new Thread(task);
    thread.start();
    eventually(
        "it waits or has ended", () -> task.isDone() || thread.getState() == Thread.State.WAITING);
  }

  /** A row of bob's that somebody else's transaction holds. */
  private Connection rowLocked() throws Exception {
    readings.acknowledge(TOPIC, BOB, 1);
    Connection other = source.getConnection();
    other.setAutoCommit(false);
    try (Statement statement = other.createStatement()) {
      statement.executeQuery("SELECT * FROM parley_reading FOR UPDATE").close();
    }
    return other;
  }

  /** Writes what is noted in another thread; returns once the database lets that thread wait. */
  private CompletableFuture<Void> flushThatWaits() {
    CompletableFuture<Void> flush = CompletableFuture.runAsync(readings::flush);
    eventually("the write waits for the row", this::somebodyWaits);
    return flush;
  }

  private boolean somebodyWaits() {
    try (Connection looking = source.getConnection();
        Statement statement = looking.createStatement();
        var waiting =
            statement.executeQuery(
                "SELECT 1 FROM information_schema.sessions WHERE blocker_id IS NOT NULL")) {
      return waiting.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
