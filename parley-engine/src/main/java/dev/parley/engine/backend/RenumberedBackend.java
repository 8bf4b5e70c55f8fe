package dev.parley.engine.backend;

import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SearchableBackend;
import dev.parley.spi.SeekableBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * A backend of the caller's own that counts each topic from wherever it likes. A room that was
 * ephemeral before has given out numbers already: they are added to the backend's, so that a room
 * goes on counting.
 *
 * <p>The caller connects and disconnects the backend. {@link #disconnect} ends the subscriptions
 * that were made here and no others.
 */
public final class RenumberedBackend implements MessageBackend, IdempotentPosts {
  private final MessageBackend own;
  private final ToLongFunction<TopicName> seqBefore;
  private final Map<TopicName, Long> known = new ConcurrentHashMap<>();
  private final Set<Subscription> open = ConcurrentHashMap.newKeySet();

  /**
   * Adds to the numbers of {@code own}.
   *
   * @param seqBefore the last number that was given out before the backend got the topic
   */
  public RenumberedBackend(MessageBackend own, ToLongFunction<TopicName> seqBefore) {
    this.own = own;
    this.seqBefore = seqBefore;
  }

  /** The abilities of the backend, in the numbers of this one. */
  public BackendAbilities abilities() {
    BackendAbilities able = BackendAbilities.of(own);
    return new BackendAbilities(
        able.seekable().map(this::seeking),
        able.searchable().map(this::searching),
        able.health(),
        Optional.of(this));
  }

  private SeekableBackend seeking(SeekableBackend index) {
    return (topic, seq) -> index.cursorAfter(topic, Math.max(0, seq - before(topic)));
  }

  private SearchableBackend searching(SearchableBackend index) {
    return (topics, query) -> {
      long before = query.topic().isPresent() ? before(topics.get(0)) : 0;
      SearchResult found = index.search(topics, in(query, before));
      OptionalLong next = found.before();
      return new SearchResult(
          renumbered(found.messages()),
          found.truncated(),
          next.isPresent() ? OptionalLong.of(next.getAsLong() + before) : next);
    };
  }

  private static SearchQuery in(SearchQuery query, long before) {
    return query.before().isPresent() ? query.before(query.before().getAsLong() - before) : query;
  }

  @Override
  public void connect() {}

  @Override
  public void disconnect() {
    open.forEach(Subscription::close);
    open.clear();
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    long before = fixedBefore(topic);
    Subscription following =
        own.follow(topic, from, stored -> follower.accept(renumbered(stored, before)));
    open.add(following);
    return () -> {
      open.remove(following);
      following.close();
    };
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return renumbered(own.post(draft), fixedBefore(draft.topic()));
  }

  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return renumbered(PostIdempotency.post(own, draft, key), fixedBefore(draft.topic()));
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    MessagePage page = own.fetchAfter(topic, after, limit);
    return new MessagePage(renumbered(page.messages()), page.next(), page.hasMore());
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    return own.resolveIdentity(agent);
  }

  @Override
  public String name() {
    return own.name();
  }

  private List<StoredMessage> renumbered(List<StoredMessage> messages) {
    return messages.stream()
        .map(stored -> renumbered(stored, before(stored.message().topic())))
        .toList();
  }

  private static StoredMessage renumbered(StoredMessage stored, long before) {
    Message message = stored.message();
    return before == 0
        ? stored
        : new StoredMessage(
            message.draft().accepted(message.id(), message.seq() + before, message.sentAt()),
            stored.cursor());
  }

  private long before(TopicName topic) {
    Long fixed = known.get(topic);
    return fixed == null ? seqBefore.applyAsLong(topic) : fixed;
  }

  /**
   * Returns the last number before the backend's own. It does not change any more once the topic is
   * the backend's, so it is asked for once.
   */
  private long fixedBefore(TopicName topic) {
    return known.computeIfAbsent(topic, seqBefore::applyAsLong);
  }
}
