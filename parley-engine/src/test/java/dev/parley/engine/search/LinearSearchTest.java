package dev.parley.engine.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.MessageId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.Sender;
import dev.parley.message.TopicName;
import dev.parley.spi.Retention;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A scan looks at so many messages and says where it did not look. */
class LinearSearchTest {
  private static final RoomName ROOM = RoomName.of("planning");
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, ROOM);
  private static final Sender SENDER =
      new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c"));
  private static final int AT_ONCE = 1_000;

  private final HikariDataSource source = Databases.inMemory();
  private final Database database = Database.over(source, JpaBackend.ENTITIES);
  private JpaBackend store;

  @BeforeEach
  void open() {
    store = backendFrom(0);
  }

  @AfterEach
  void close() {
    store.disconnect();
    database.close();
    source.close();
  }

  private JpaBackend backendFrom(long position) {
    JpaBackend backend =
        new JpaBackend(
            database.transactions(),
            InstantSource.system(),
            topic -> position,
            Duration.ofSeconds(60),
            Retention.EVERYTHING);
    backend.connect();
    return backend;
  }

  @Test
  void search_looksAtSoManyAndGoesOnFromThere() {
    say("needle");
    for (int i = 0; i < 24; i++) {
      say("hay");
    }
    LinearSearch scan = new LinearSearch(store, store, 10);
    SearchQuery query = SearchQuery.of("needle").in(ROOM);
    SearchResult first = scan.search(List.of(TOPIC), query);
    assertThat(first).isEqualTo(new SearchResult(List.of(), true, OptionalLong.of(16)));
    SearchResult second = scan.search(List.of(TOPIC), query.before(16));
    assertThat(second).isEqualTo(new SearchResult(List.of(), true, OptionalLong.of(6)));
    SearchResult third = scan.search(List.of(TOPIC), query.before(6));
    assertThat(third.messages()).hasSize(1);
    assertThat(third.truncated()).isFalse();
    assertThat(scan.search(List.of(TOPIC), SearchQuery.of("needle")).truncated()).isTrue();
  }

  @Test
  void topic_thatBeginsLate_isReadToItsBeginning() {
    store.disconnect();
    store = backendFrom(5_000);
    for (int i = 0; i < 100; i++) {
      say("m" + i);
    }
    LinearSearch scan = new LinearSearch(store, store);
    SearchQuery query = SearchQuery.of("m0").in(ROOM);
    assertThat(scan.search(List.of(TOPIC), query).messages())
        .singleElement()
        .returns(5_001L, found -> found.message().seq());
    assertThat(scan.search(List.of(TOPIC), query.before(17)).messages()).isEmpty();
  }

  @Test
  void thread_thatIsLongerThanIsRead_saysSo() {
    MessageId root = say("root");
    for (int i = 0; i < AT_ONCE; i++) {
      post("reply", Optional.of(root));
    }
    SearchResult thread = ThreadCollector.of(store, store, TOPIC, root);
    assertThat(thread.messages()).hasSize(AT_ONCE);
    assertThat(thread.messages().get(0).message().id()).isEqualTo(root);
    assertThat(thread.messages().get(AT_ONCE - 1).message().seq()).isEqualTo(AT_ONCE);
    assertThat(thread.truncated()).isTrue();
  }

  private MessageId say(String text) {
    return post(text, Optional.empty());
  }

  private MessageId post(String text, Optional<MessageId> inReplyTo) {
    return store.post(new MessageDraft(TOPIC, SENDER, Body.of(text), inReplyTo)).message().id();
  }
}
