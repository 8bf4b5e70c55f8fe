package dev.parley.engine.backend.memory;

import dev.parley.engine.backend.RecentKeys;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps the most recent messages of each topic in memory, and promises no more than that: what it
 * holds ends with the process.
 */
public final class InMemoryBackend implements MessageBackend, IdempotentPosts {
  private final Map<TopicName, MemoryLog> logs = new ConcurrentHashMap<>();
  private final SequenceSource numbering;
  private final Supplier<MessageId> ids;
  private final InstantSource clock;
  private final int kept;
  private volatile boolean connected;

  /**
   * A backend to be connected.
   *
   * @param kept how many messages of a topic stay readable
   */
  public InMemoryBackend(
      SequenceSource numbering, Supplier<MessageId> ids, InstantSource clock, int kept) {
    this.numbering = numbering;
    this.ids = ids;
    this.clock = clock;
    this.kept = kept;
  }

  @Override
  public void connect() {
    connected = true;
  }

  @Override
  public void disconnect() {
    connected = false;
    logs.values().forEach(MemoryLog::endSubscriptions);
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    return log(topic).follow(from, follower);
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return log(draft.topic()).append(() -> accepted(draft));
  }

  /** {@inheritDoc} The last {@value RecentKeys#MAX_KEYS} keys of a topic are known. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return log(draft.topic()).append(draft, key, () -> accepted(draft));
  }

  private Message accepted(MessageDraft draft) {
    return draft.accepted(ids.get(), numbering.next(draft.topic()), clock.instant());
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    return log(topic).after(after, limit);
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    checkConnected();
    return agent.value();
  }

  private MemoryLog log(TopicName topic) {
    checkConnected();
    return logs.computeIfAbsent(topic, name -> new MemoryLog(topic, kept));
  }

  private void checkConnected() {
    if (!connected) {
      throw new IllegalStateException("the backend is not connected");
    }
  }
}
