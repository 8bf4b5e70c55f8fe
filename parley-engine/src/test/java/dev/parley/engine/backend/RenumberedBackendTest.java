package dev.parley.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.backend.memory.InMemoryBackend;
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
import dev.parley.message.MessagePage;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.HealthAware;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SearchableBackend;
import dev.parley.spi.SeekableBackend;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RenumberedBackendTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));
  private static final MessageDraft DRAFT =
      MessageDraft.of(
          TOPIC,
          new Sender(new AgentId("alice"), Nickname.of("alice"), new ConnectionId("c1")),
          Body.of("hi"));

  private final Able own = new Able();
  private final RenumberedBackend backend = new RenumberedBackend(own, topic -> 10);

  @BeforeEach
  void connect() {
    own.connect();
  }

  @AfterEach
  void disconnect() {
    own.disconnect();
  }

  @Test
  void messages_areNumberedAfterThoseThatWereGivenOutBefore() {
    List<Message> told = new ArrayList<>();
    backend.follow(TOPIC, Optional.empty(), stored -> told.add(stored.message()));
    Message one = backend.post(DRAFT).message();
    Message two = backend.post(DRAFT, new IdempotencyKey("k")).message();
    assertThat(backend.post(DRAFT, new IdempotencyKey("k")).message()).isEqualTo(two);
    assertThat(one.seq()).isEqualTo(11);
    assertThat(told).containsExactly(one, two);
    assertThat(backend.fetchAfter(TOPIC, Optional.empty(), 10).messages())
        .extracting(StoredMessage::message)
        .containsExactly(one, two);
  }

  @Test
  void cursors_areThoseOfTheOwnBackend() {
    StoredMessage one = backend.post(DRAFT);
    StoredMessage two = backend.post(DRAFT);
    assertThat(backend.fetchAfter(TOPIC, Optional.of(one.cursor()), 10).messages())
        .containsExactly(two);
  }

  @Test
  void abilities_takeAndGiveItsNumbers() {
    BackendAbilities able = backend.abilities();
    assertThat(able.seekable().orElseThrow().cursorAfter(TOPIC, 13)).isEqualTo(new Cursor("3"));
    assertThat(able.seekable().orElseThrow().cursorAfter(TOPIC, 4)).isEqualTo(new Cursor("0"));
    backend.post(DRAFT);
    SearchQuery query = SearchQuery.of("hi").in(RoomName.of("planning")).before(15);
    SearchResult found = able.searchable().orElseThrow().search(List.of(TOPIC), query);
    assertThat(found.before()).hasValue(15);
    assertThat(found.messages()).extracting(stored -> stored.message().seq()).containsExactly(11L);
    assertThat(able.health().orElseThrow().isReachable()).isFalse();
  }

  @Test
  void disconnect_endsItsSubscriptionsAndLeavesTheBackendConnected() {
    List<StoredMessage> told = new ArrayList<>();
    List<StoredMessage> ofTheCaller = new ArrayList<>();
    own.follow(TOPIC, Optional.empty(), ofTheCaller::add);
    backend.follow(TOPIC, Optional.empty(), told::add).close();
    backend.follow(TOPIC, Optional.empty(), told::add);
    backend.disconnect();
    StoredMessage unused = own.post(DRAFT);
    assertThat(told).isEmpty();
    assertThat(ofTheCaller).hasSize(1);
  }

  /** A backend with every ability, which counts from 1 and is never reachable. */
  private static final class Able
      implements MessageBackend, IdempotentPosts, SeekableBackend, SearchableBackend, HealthAware {
    private final AtomicLong last = new AtomicLong();
    private final InMemoryBackend kept =
        new InMemoryBackend(
            topic -> last.incrementAndGet(),
            () -> new MessageId("01ARZ3NDEKTSV4RRFFQ69G5FA" + last.get()),
            InstantSource.system(),
            10);

    @Override
    public void connect() {
      kept.connect();
    }

    @Override
    public void disconnect() {
      kept.disconnect();
    }

    @Override
    public Subscription follow(
        TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
      return kept.follow(topic, from, follower);
    }

    @Override
    public StoredMessage post(MessageDraft draft) {
      return kept.post(draft);
    }

    @Override
    public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
      return kept.post(draft, key);
    }

    @Override
    public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
      return kept.fetchAfter(topic, after, limit);
    }

    @Override
    public String resolveIdentity(AgentId agent) {
      return kept.resolveIdentity(agent);
    }

    @Override
    public Cursor cursorAfter(TopicName topic, long seq) {
      return new Cursor(Long.toString(seq));
    }

    @Override
    public SearchResult search(List<TopicName> topics, SearchQuery query) {
      return new SearchResult(
          fetchAfter(topics.get(0), Optional.empty(), 10).messages(),
          true,
          OptionalLong.of(query.before().orElseThrow()));
    }

    @Override
    public boolean isReachable() {
      return false;
    }
  }
}
