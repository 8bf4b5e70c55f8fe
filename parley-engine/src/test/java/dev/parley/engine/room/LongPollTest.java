package dev.parley.engine.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.backend.BackendAbilities;
import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.TailBudget;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Cursor;
import dev.parley.message.DurableTopics;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.page.PageSize;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LongPollTest {
  private static final TopicName TOPIC = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("plan"));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Hurried store = new Hurried();

  @BeforeEach
  void connect() {
    store.connect();
  }

  @Test
  void whatIsPostedOnTheWay_isGiven_andItsCursorLeadsToTheRest() {
    store.before = () -> store.say("first");
    store.after = () -> store.say("second");
    MessagePage page = page();
    assertThat(texts(page)).containsExactly("first");
    assertThat(texts(store.fetchAfter(TOPIC, Optional.of(page.next()), 10)))
        .containsExactly("second");
    assertThat(store.followers).hasValue(0);
  }

  @Test
  void whatIsPostedAfterwards_isGivenAtOnce() {
    store.after = () -> store.say("first");
    assertThat(next()).containsExactly("first");
    assertThat(store.followers).hasValue(0);
  }

  @Test
  void aStoreThatGoesAwayOnTheWay_isNotFollowedAnyMore() {
    store.before = () -> store.away = true;
    assertThatThrownBy(this::next).isInstanceOf(ParleyException.class);
    assertThat(store.followers).hasValue(0);
  }

  @Test
  void aWaitThatIsCancelled_isNotFollowedAnyMore() {
    Optional<Cursor> start = Optional.of(store.fetchAfter(TOPIC, Optional.empty(), 1).next());
    var waiting = LongPoll.of(store, TOPIC, start, 10, PATIENCE, Runnable::run);
    assertThat(store.followers).hasValue(1);
    assertThat(waiting.cancel(false)).isTrue();
    assertThat(store.followers).hasValue(0);
  }

  @Test
  void aFetchThatIsCancelled_inEitherForm_isNotFollowedAnyMore() {
    Optional<Cursor> start = Optional.of(store.fetchAfter(TOPIC, Optional.empty(), 1).next());
    DurableTopics bus = bus();
    RoomName topic = RoomName.of("plan");
    for (CompletionStage<MessagePage> fetching :
        List.of(
            bus.awaitRecent(topic, start, 10, PATIENCE),
            bus.awaitRecent(topic, start, PageSize.of(10), PATIENCE))) {
      assertThat(store.followers).hasPositiveValue();
      assertThat(fetching.toCompletableFuture().cancel(false)).isTrue();
    }
    assertThat(store.followers).hasValue(0);
  }

  /** A bus that reads the store and has nothing else. */
  private DurableTopics bus() {
    RoomDirectory directory =
        new RoomDirectory(
            null,
            new RoomBackends(
                Optional.empty(),
                store,
                BackendAbilities.of(store),
                RoomBackends.ClusterMode.SINGLE_NODE),
            new RoomConfig(
                10,
                new TailBudget(Long.MAX_VALUE),
                new BackPressure.Limits(10, PATIENCE, PATIENCE),
                AllowedTopics.EVERYTHING,
                Ulids::nextMessage,
                InstantSource.system()),
            Runnable::run,
            null,
            connection -> false,
            (message, isDurable) -> {});
    AgentId bob = new AgentId("bob");
    return new ConnectedTopics(
        directory,
        new Participant(
            new ConnectionId("connection"),
            bob,
            WorkspaceId.DEFAULT,
            RateLimit.OFF.newBucket(),
            () -> {},
            Runnable::run),
        new DeliveryTracker(null, bob),
        room -> Nickname.NONE,
        () -> {});
  }

  private List<String> next() {
    return texts(page());
  }

  private MessagePage page() {
    Optional<Cursor> start = Optional.of(store.fetchAfter(TOPIC, Optional.empty(), 1).next());
    return LongPoll.of(store, TOPIC, start, 10, PATIENCE, Runnable::run)
        .toCompletableFuture()
        .join();
  }

  private static List<String> texts(MessagePage page) {
    return page.messages().stream().map(stored -> stored.message().text()).toList();
  }

  /** Others post right before and right after somebody begins to follow. */
  private static final class Hurried implements MessageBackend {
    private final AtomicLong last = new AtomicLong();
    private final MessageBackend store =
        new InMemoryBackend(
            topic -> last.incrementAndGet(), Ulids::nextMessage, InstantSource.system(), 10);
    private final AtomicInteger followers = new AtomicInteger();
    private Runnable before = () -> {};
    private Runnable after = () -> {};
    private boolean away;

    void say(String words) {
      Sender sender =
          new Sender(new AgentId("bob"), Nickname.of("bob"), new ConnectionId("connection"));
      var unused = post(MessageDraft.of(TOPIC, sender, Body.of(words)));
    }

    @Override
    public Subscription follow(
        TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
      before.run();
      checkIsThere();
      Subscription following = store.follow(topic, from, follower);
      followers.incrementAndGet();
      after.run();
      return () -> {
        followers.decrementAndGet();
        following.close();
      };
    }

    @Override
    public MessagePage fetchAfter(TopicName topic, Optional<Cursor> since, int limit) {
      checkIsThere();
      return store.fetchAfter(topic, since, limit);
    }

    private void checkIsThere() {
      if (away) {
        throw new ParleyException(new Unavailable("The store", Duration.ofSeconds(1)));
      }
    }

    @Override
    public void connect() {
      store.connect();
    }

    @Override
    public void disconnect() {
      store.disconnect();
    }

    @Override
    public StoredMessage post(MessageDraft draft) {
      return store.post(draft);
    }

    @Override
    public String resolveIdentity(AgentId agent) {
      return store.resolveIdentity(agent);
    }
  }
}
