package dev.parley.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.MovableClock;
import dev.parley.engine.OnStores;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The rows of lists that nobody needs any more. */
@OnStores
class WaitingDirectoryTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private static final RoomName ROOM = RoomName.of("planning");

  private final MovableClock clock = new MovableClock(Instant.parse("2030-01-01T12:00:00Z"));
  private final Store store;

  WaitingDirectoryTest(Store store) {
    this.store = store;
  }

  private static long count(Database database, String entity) {
    return database
        .transactions()
        .read(
            entities ->
                entities
                    .createQuery("SELECT COUNT(e) FROM " + entity + " e", Long.class)
                    .getSingleResult());
  }

  private void post(WaitingDirectory directory, WorkspaceId workspace, int number) {
    directory.posted(
        MessageDraft.of(
                TopicName.of(workspace, ROOM),
                new Sender(new AgentId("bob"), Nickname.of("bob"), new ConnectionId("c1")),
                Body.of("@ann, look"))
            .accepted(
                new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FA" + number), 1 + number, clock.instant()),
        true);
  }

  @Test
  void sweep_removesTheOldestCallsOfAWorkspace_pastTheMaximum() {
    try (HikariDataSource source = store.newMigratedDatabase();
        Database database = store.database(source, WaitingDirectory.ENTITIES)) {
      WaitingDirectory directory = new WaitingDirectory(database.transactions(), clock, 3);
      for (int number = 0; number < 3; number++) {
        post(directory, WorkspaceId.DEFAULT, number);
        clock.advance(MOMENT);
      }
      post(directory, new WorkspaceId("red"), 9);
      directory.end();
      directory.sweep();
      assertThat(count(database, "WaitingCall")).as("at the maximum").isEqualTo(4);
      post(directory, WorkspaceId.DEFAULT, 3);
      directory.end();
      directory.sweep();
      assertThat(count(database, "WaitingCall")).as("one past it").isEqualTo(4);
      assertThat(oldest(database)).isEqualTo("01ARZ3NDEKTSV4RRFFQ69G5FA1");
    }
  }

  private static String oldest(Database database) {
    return database
        .transactions()
        .read(
            entities ->
                entities
                    .createQuery(
                        "SELECT c.key.message FROM WaitingCall c ORDER BY c.sentAt", String.class)
                    .setMaxResults(1)
                    .getSingleResult());
  }

  @Test
  void sweep_removesOldCallsAndDismissals_andNothingElse() {
    try (HikariDataSource source = store.newMigratedDatabase();
        Database database = store.database(source, WaitingDirectory.ENTITIES)) {
      WaitingDirectory directory = new WaitingDirectory(database.transactions(), clock);
      post(directory, WorkspaceId.DEFAULT, 0);
      directory.end();
      directory.of(WorkspaceId.DEFAULT, new AgentId("ann")).answeredIn(ROOM);
      clock.advance(WaitingMessages.MAX_AGE);
      directory.sweep();
      assertThat(count(database, "WaitingCall")).isOne();
      clock.advance(MOMENT);
      directory.sweep();
      assertThat(count(database, "WaitingCall")).isZero();
      assertThat(count(database, "WaitingDismissal")).isOne();
      clock.advance(WaitingDirectory.MAX_DISMISSAL);
      directory.sweep();
      assertThat(count(database, "WaitingDismissal")).isZero();
    }
  }
}
