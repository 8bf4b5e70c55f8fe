package dev.parley.engine.room;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.backend.BackendAbilities;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.topic.DurableLog;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoomBackendsTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("plan"));
  private static final Sender ALICE =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1"));

  private final HikariDataSource source = Databases.inMemory();
  private final Database database = Database.over(source, JpaBackend.ENTITIES);
  private final JpaBackend durable =
      new JpaBackend(
          database.transactions(),
          InstantSource.system(),
          topic -> 0,
          Duration.ofMillis(50),
          Retention.EVERYTHING);
  private final RoomBackends backends =
      new RoomBackends(
          Optional.empty(),
          durable,
          BackendAbilities.of(durable),
          RoomBackends.ClusterMode.SINGLE_NODE);

  @BeforeEach
  void connect() {
    backends.connect();
  }

  @AfterEach
  void close() {
    backends.disconnect();
    database.close();
    source.close();
  }

  /** As after a restore of an older copy, with a reader that was further. */
  @Test
  void log_shorterThanTheNumberReadAfter_isReadToItsEnd() {
    DurableLog log = backends.log(TOPIC, Runnable::run).orElseThrow();
    post("one");
    post("two");
    assertThat(log.after(1, 10).toCompletableFuture().join())
        .extracting(Message::text)
        .containsExactly("two");
    assertThat(log.after(9, 10)).isCompletedWithValue(List.of());
  }

  private void post(String text) {
    StoredMessage unused = durable.post(MessageDraft.of(TOPIC, ALICE, Body.of(text)));
  }
}
