package dev.parley.engine.session;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.Databases;
import dev.parley.engine.Entities;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.concurrent.HandCrank;
import dev.parley.engine.config.Limits;
import dev.parley.engine.delivery.DeliveryLedger;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageSaid;
import dev.parley.event.RecordedEvent;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Subscription;
import dev.parley.session.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The messages of a session in memory at once. Their rows are removed while the first is passed on:
 * those that follow it were read with it.
 */
class SessionPagesTest {
  private static final SessionId RUN = new SessionId("run");
  private static final int MEGABYTE = 1 << 20;

  private final HikariDataSource source = Databases.inMemory();
  private Parley parley;
  private Session session;

  @BeforeEach
  void open() {
    parley = ParleyBuilder.builder().database(source).rateLimit(RateLimit.OFF).build();
    session = parley.connect(ConnectOptions.of("alice").during(RUN)).sessions().current();
  }

  @AfterEach
  void close() {
    parley.close();
    source.close();
  }

  @Test
  void follow_ofLongMessages_readsAMegabyteAtATime() throws Exception {
    say(20, "x".repeat(SessionMessageDraft.MAX_CONTENT));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch removed = new CountDownLatch(1);
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    try (Subscription following =
        session.follow(
            0,
            event -> {
              heard.add(said(event));
              begun.countDown();
              await(removed);
            })) {
      assertThat(following).isNotNull();
      begun.await();
      removeMessages();
      removed.countDown();
      say(1, "the end");
      eventually("the end is heard", () -> heard.contains("the end"));
    }
    assertThat(heard).hasSizeGreaterThan(2);
    assertThat(heard.stream().mapToInt(String::length).sum() - "the end".length())
        .isLessThanOrEqualTo(MEGABYTE);
  }

  @Test
  void delivery_ofManyMessages_reads64AtATime() {
    HandCrank delivering = new HandCrank();
    List<Long> delivered = new ArrayList<>();
    try (Database database = Database.over(source, Entities.ALL)) {
      SessionDirectory elsewhere = directory(database, delivering);
      elsewhere.open(
          new Mailbox(
              WorkspaceId.DEFAULT,
              new AgentId("bob"),
              in -> true,
              () -> false,
              (message, asked) -> {
                delivered.add(message.seq());
                removeMessages();
              }),
          Optional.of(RUN));
      assertThat(elsewhere.session(WorkspaceId.DEFAULT, RUN).id()).isEqualTo(RUN);
      say(100, "hi");
      elsewhere.lookForMail();
      delivering.turn();
    }
    assertThat(delivered).hasSize(64);
  }

  @Test
  void limits_ofASession_areTheseByDefault() {
    assertThat(SessionLimits.GENEROUS)
        .isEqualTo(new SessionLimits(200_000, 20_000, 10_000, 10_000));
    assertThat(Limits.DEFAULT.session()).isEqualTo(SessionLimits.GENEROUS);
  }

  private static SessionDirectory directory(Database database, HandCrank delivering) {
    DeliveryLedger ledger =
        new DeliveryLedger(database.transactions(), InstantSource.system(), () -> {});
    return new SessionDirectory(
        database.transactions(),
        InstantSource.system(),
        SessionLimits.GENEROUS,
        10,
        ledger,
        delivering,
        workspace -> {});
  }

  private void say(int count, String content) {
    for (int i = 0; i < count; i++) {
      session.messages().send(SessionMessageDraft.broadcast(content));
    }
  }

  private void removeMessages() {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM parley_message");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String said(RecordedEvent event) {
    return event.event() instanceof MessageSaid message ? message.message().draft().content() : "";
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
