package dev.parley.engine.presence;

import dev.parley.engine.backend.memory.InMemoryBackend;
import dev.parley.engine.id.Ulids;
import dev.parley.id.AgentId;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What one node has of a store: it counts, and it can be pulled or held. */
public final class Cable implements MessageBackend {
  private final MessageBackend store;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean pulled;
  private volatile CountDownLatch held = new CountDownLatch(0);
  private volatile Runnable afterReading = () -> {};

  /** A cable to {@code store}. */
  public Cable(MessageBackend store) {
    this.store = store;
  }

  /** A connected store in memory, for as many nodes as want it. */
  public static InMemoryBackend store(InstantSource clock, int kept) {
    AtomicLong last = new AtomicLong();
    InMemoryBackend store =
        new InMemoryBackend(topic -> last.incrementAndGet(), Ulids::nextMessage, clock, kept);
    store.connect();
    return store;
  }

  /** From now on the store is away. */
  public void pull() {
    pulled = true;
  }

  void plugIn() {
    pulled = false;
  }

  /** Posts wait from now on. */
  void hold() {
    held = new CountDownLatch(1);
  }

  boolean isWaitedFor() {
    return waiting.get() > 0;
  }

  void letGo() {
    held.countDown();
  }

  /** Something happens between a read and its answer. */
  void afterReading(Runnable happens) {
    afterReading = happens;
  }

  /** How often the store was asked or told anything. */
  int calls() {
    return calls.get();
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
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    use();
    return store.follow(topic, from, follower);
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    waiting.incrementAndGet();
    try {
      held.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw away();
    } finally {
      waiting.decrementAndGet();
    }
    use();
    return store.post(draft);
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    use();
    MessagePage page = store.fetchAfter(topic, after, limit);
    afterReading.run();
    return page;
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    return store.resolveIdentity(agent);
  }

  private void use() {
    calls.incrementAndGet();
    if (pulled) {
      throw away();
    }
  }

  private static ParleyException away() {
    return new ParleyException(new Unavailable("The store", Duration.ofSeconds(1)));
  }
}
