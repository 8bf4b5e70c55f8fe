package dev.parley.chat;

import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.id.Ulids;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.HealthAware;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.LocalLog;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Topics in the rooms of a chat system. A post is sent to the room; each message of the room is
 * copied to a log in the database of this Parley, and readers and followers read that. So cursors
 * and sequence numbers are those of this Parley, and the history is there where the system has
 * none.
 *
 * <p>The order is the one in which the messages come from the system. What was sent while this
 * Parley was away or not connected is read from the system's history, before anything newer is
 * copied. Edits and deletions change no copy.
 *
 * <p>Presence is in a room of its own, or in the memory of this process where the system can make
 * none and the address names none.
 */
public final class ChatBackend
    implements MessageBackend, SeekableBackend, IdempotentPosts, HealthAware {
  private static final System.Logger LOG = System.getLogger(ChatBackend.class.getName());
  private static final int KEPT_BEATS = 64;

  private final ChatSystem system;
  private final LocalLog log;
  private final ChatSettings settings;
  private final MessageBackend ofThisProcess;
  private volatile @Nullable ChatTopics topics;
  private volatile boolean isPresenceHere;

  /**
   * A backend to be connected.
   *
   * @param log the topics; connected and disconnected with this backend
   * @param clock the time of presence where it stays in this process
   */
  public ChatBackend(ChatSystem system, LocalLog log, ChatSettings settings, InstantSource clock) {
    this.system = system;
    this.log = log;
    this.settings = settings;
    AtomicLong last = new AtomicLong();
    this.ofThisProcess =
        new InMemoryBackend(topic -> last.incrementAndGet(), Ulids::nextMessage, clock, KEPT_BEATS);
  }

  @Override
  public synchronized void connect() {
    if (topics != null) {
      return;
    }
    log.connect();
    ofThisProcess.connect();
    try {
      topics = ChatTopics.connect(system, log, Set.of(), settings);
    } catch (RuntimeException | Error refused) {
      ofThisProcess.disconnect();
      log.disconnect();
      throw refused;
    }
  }

  @Override
  public synchronized void disconnect() {
    ChatTopics connected = topics;
    topics = null;
    if (connected != null) {
      connected.close();
      ofThisProcess.disconnect();
      log.disconnect();
    }
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    ChatTopics connected = connected();
    if (isHere(topic)) {
      return ofThisProcess.follow(topic, from, follower);
    }
    Subscription subscription = log.follow(topic, from, follower);
    connected.openSoon(topic);
    return subscription;
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return post(draft, Optional.empty());
  }

  /** {@inheritDoc} A key is known as long as its message is kept, to this Parley alone. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return post(draft, Optional.of(key));
  }

  private StoredMessage post(MessageDraft draft, Optional<IdempotencyKey> key) {
    ChatTopics connected = connected();
    if (isHere(draft.topic())) {
      return ofThisProcess.post(draft);
    }
    Optional<StoredMessage> first = key.flatMap(once -> log.find(draft, once));
    if (first.isPresent()) {
      return first.get();
    }
    try {
      return connected.open(draft.topic()).post(draft, key);
    } catch (ParleyException refused) {
      if (draft.topic().kind() != TopicName.Kind.PRESENCE
          || refused.problem().code() != ProblemCode.INVALID_ARGUMENT) {
        throw refused;
      }
      LOG.log(
          System.Logger.Level.INFO,
          "{0} has no room for presence: presence is known to this process alone. {1}",
          system.name(),
          refused.getMessage());
      isPresenceHere = true;
      return ofThisProcess.post(draft);
    }
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    ChatTopics connected = connected();
    if (isHere(topic)) {
      return ofThisProcess.fetchAfter(topic, after, limit);
    }
    connected.find(topic);
    return log.fetchAfter(topic, after, limit);
  }

  private boolean isHere(TopicName topic) {
    return topic.kind() == TopicName.Kind.PRESENCE && isPresenceHere;
  }

  @Override
  public Cursor cursorAfter(TopicName topic, long seq) {
    var unused = connected();
    return log.cursorAfter(topic, seq);
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    var unused = connected();
    return agent.value();
  }

  @Override
  public boolean isReachable() {
    ChatTopics connected = topics;
    return connected != null && connected.isReachable() && log.isReachable();
  }

  @Override
  public int unconfirmed() {
    ChatTopics connected = topics;
    return connected == null ? 0 : connected.unconfirmed();
  }

  @Override
  public String name() {
    return system.name();
  }

  private ChatTopics connected() {
    ChatTopics connected = topics;
    if (connected == null) {
      throw new IllegalStateException("the backend is not connected");
    }
    return connected;
  }
}
