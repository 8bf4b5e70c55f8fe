package dev.parley.chat;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.engine.concurrent.CoalescingTask;
import dev.parley.engine.logging.Masking;
import dev.parley.id.MessageId;
import dev.parley.message.Body;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.spi.LocalLog;
import dev.parley.spi.Original;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the messages of one room to its topic, each once, in the order in which they come. A
 * message of this account that comes before the answer to its own sending waits for that answer,
 * and those behind it wait too: it is copied as the draft that was posted.
 */
final class RoomCopy {
  private static final System.Logger LOG = System.getLogger(RoomCopy.class.getName());
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_PARTS = 1_000;

  /** A message that came, and its end. */
  private record Waiting(ChatMessage message, CompletableFuture<Void> stored) {}

  private final TopicName topic;
  private final LocalLog log;
  private final Arrivals arrivals;
  private final boolean isMirror;
  private final Runnable onLoss;

  /** Held by the thread that copies. */
  private final ReentrantLock copying = new ReentrantLock();

  private final CoalescingTask task = new CoalescingTask(this::copyNext);

  /** Guarded by {@code this}, as are the next ones. */
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  private final Map<String, OwnPost.Part> byNonce = new BoundedMap<>(MAX_PARTS);
  private final Map<String, OwnPost.Part> byId = new BoundedMap<>(MAX_PARTS);
  private OwnPost.@Nullable Part underWay;
  private boolean awaitsHistory;

  /**
   * A room.
   *
   * @param isMirror whether the topic is a room of its own, of which people alone write in the chat
   *     system: what accounts of a Parley sent is not copied
   * @param onLoss called where a message could not be copied, to read it from the history
   */
  RoomCopy(
      TopicName topic,
      LocalLog log,
      Speakers speakers,
      boolean isMirror,
      Executor threads,
      Runnable onLoss) {
    this.topic = topic;
    this.log = log;
    this.arrivals = new Arrivals(speakers);
    this.isMirror = isMirror;
    this.onLoss = onLoss;
    task.runOn(threads);
  }

  /** Takes a message that came. */
  CompletableFuture<Void> take(ChatMessage message) {
    CompletableFuture<Void> stored = new CompletableFuture<>();
    synchronized (this) {
      if (waiting.size() < MAX_WAITING) {
        waiting.add(new Waiting(message, stored));
        task.wake();
        return stored;
      }
    }
    stored.completeExceptionally(new IllegalStateException("too many messages wait"));
    onLoss.run();
    return stored;
  }

  /** Takes note that {@code part} is about to be sent in {@code envelope}. */
  synchronized void isUnderWay(OwnPost.Part part, Envelope envelope) {
    underWay = part;
    byNonce.put(key(envelope), part);
  }

  private static String key(Envelope envelope) {
    return envelope.nonce() + "/" + envelope.part();
  }

  /** Takes note of the end of the sending: the id of the message, or null where it failed. */
  void isSent(OwnPost.Part part, @Nullable Original original) {
    synchronized (this) {
      underWay = null;
      if (original != null) {
        byId.put(original.id(), part);
      }
    }
    task.wake();
  }

  /** Returns true if a message is one that this Parley sent and knows the id of, or has a copy. */
  boolean isKnown(String id) {
    synchronized (this) {
      if (byId.containsKey(id)) {
        return true;
      }
    }
    return log.copyOf(topic, id).isPresent();
  }

  /** Has what comes wait until the next {@link #readHistory} has ended, or {@link #endAwaiting}. */
  synchronized void awaitHistory() {
    awaitsHistory = true;
  }

  /** Copies what waits without the history. */
  void endAwaiting() {
    synchronized (this) {
      awaitsHistory = false;
    }
    task.wake();
  }

  /** Has what comes wait while {@code read} reads the history and copies it. */
  void readHistory(Consumer<Consumer<List<ChatMessage>>> read) {
    copying.lock();
    try {
      read.accept(page -> page.forEach(this::copy));
      synchronized (this) {
        awaitsHistory = false;
      }
    } finally {
      copying.unlock();
      task.wake();
    }
  }

  /** Copies a post whose message did not come back. */
  void copy(OwnPost post, Original original) {
    copying.lock();
    try {
      post.store(original);
    } finally {
      copying.unlock();
    }
    task.wake();
  }

  /** Copies the message that waits longest; false where none can be copied now. */
  private boolean copyNext() {
    if (!copying.tryLock()) {
      return false; // who copies now wakes this task at the end
    }
    try {
      Waiting next;
      synchronized (this) {
        next = waiting.peek();
        if (next == null || awaitsHistory || isUndecided(next.message())) {
          return false;
        }
        waiting.remove();
      }
      copy(next);
      return true;
    } finally {
      copying.unlock();
    }
  }

  private void copy(Waiting next) {
    try {
      copy(next.message());
      next.stored().complete(null);
    } catch (RuntimeException away) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A message of {0} could not be stored; it is read again from the chat system. {1}",
          topic,
          Masking.message(away));
      next.stored().completeExceptionally(away);
      onLoss.run();
    }
  }

  /** Returns true if it may be the message that is being sent, whose id is not known yet. */
  private boolean isUndecided(ChatMessage message) {
    return underWay != null
        && message.author().isParley()
        && message.envelope().isEmpty()
        && !byId.containsKey(message.original().id());
  }

  private void copy(ChatMessage message) {
    OwnPost.Part own = own(message);
    if (own != null) {
      if (own.isLast()) {
        own.post().store(message.original());
      }
    } else if (!(isMirror && message.author().isParley())
        && log.copyOf(topic, message.original().id()).isEmpty()) {
      arrivals.read(message).ifPresent(this::append);
    }
  }

  private synchronized OwnPost.@Nullable Part own(ChatMessage message) {
    if (!message.author().isParley()) {
      return null;
    }
    OwnPost.Part known = byId.get(message.original().id());
    return known != null
        ? known
        : message.envelope().map(envelope -> byNonce.get(key(envelope))).orElse(null);
  }

  private void append(Arrival arrival) {
    Optional<MessageId> answered = arrival.inReplyTo().flatMap(id -> log.copyOf(topic, id));
    List<Body> bodies = Bodies.of(arrival.text());
    Original whole = arrival.original();
    for (int i = 1; i <= bodies.size(); i++) {
      Original original =
          i == bodies.size() ? whole : new Original(whole.id() + "#" + i, whole.sentAt());
      MessageDraft draft = new MessageDraft(topic, arrival.sender(), bodies.get(i - 1), answered);
      StoredMessage copy = log.copy(draft, original, Optional.empty());
      LOG.log(System.Logger.Level.TRACE, "{0} is {1}.", original.id(), copy.message().id());
    }
  }

  /** Ends the posts whose messages are awaited. */
  synchronized void refuseAll(ParleyException refusal) {
    byNonce.values().forEach(part -> part.post().stored().completeExceptionally(refusal));
    waiting.forEach(one -> one.stored().completeExceptionally(refusal));
    waiting.clear();
  }
}
