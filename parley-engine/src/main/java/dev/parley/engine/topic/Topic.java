package dev.parley.engine.topic;

import dev.parley.id.ConnectionId;
import dev.parley.message.Message;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One topic on this node: its recent messages and their readers. It follows the backend, which
 * makes the order, and only wakes its readers.
 */
public final class Topic {
  /** The stored part: {@code from} is the first number that is surely in the log. */
  private record Stored(DurableLog log, long from) {}

  private final TopicName name;
  private final int tailSize;
  private final BackPressure.Limits limits;
  private final BackPressure pressure;
  private final TailBudget budget;
  private final MentionIndex mentionIndex = new MentionIndex();
  private final Map<ConnectionId, TopicSubscription> subscriptions = new ConcurrentHashMap<>();

  private volatile Tail tail;

  /** The log with the messages the tail no longer has. */
  private volatile @Nullable Stored stored;

  /** Second subscriptions of connections, which senders never wait for. */
  private final List<TopicSubscription> secondary = new CopyOnWriteArrayList<>();

  /**
   * Makes an empty topic.
   *
   * @param tailSize the number of messages that stay readable in memory
   * @param budget the memory for the messages of all topics
   */
  public Topic(TopicName name, int tailSize, BackPressure.Limits limits, TailBudget budget) {
    this.name = name;
    this.tailSize = tailSize;
    this.tail = new Tail(tailSize);
    this.limits = limits;
    this.budget = budget;
    this.pressure = new BackPressure(this, subscriptions.values(), limits);
  }

  /** Returns its name. */
  public TopicName name() {
    return name;
  }

  /**
   * Reads messages that have left the tail from {@code log}, which has every message appended from
   * now on.
   */
  public void backedBy(DurableLog log) {
    stored = new Stored(log, tail.isEmpty() ? 0 : tail.last() + 1);
  }

  /** Returns true if it has a log. */
  boolean isStored() {
    return stored != null;
  }

  /** Returns the first number surely stored in a log; past every number where there is no log. */
  long storedFrom() {
    Stored now = stored;
    return now == null ? Long.MAX_VALUE : now.from();
  }

  /** Reads the messages after {@code seq} from the log. */
  CompletionStage<List<Message>> readLog(long seq, int limit) {
    return Objects.requireNonNull(stored).log().after(seq, limit);
  }

  /**
   * Appends a message from the backend, in the backend's order, from one thread at a time. Numbers
   * rise, except after a backend was restored from an older copy: the topic then begins anew.
   */
  public void append(Message message) {
    mentionIndex.take(message);
    TopicSubscription own = subscriptions.get(message.sender().connection());
    long count = own == null ? 0 : own.ownPosted() + 1;
    TopicEntry entry = append(message, count);
    if (own != null) {
      own.countOwn(count);
    }
    for (TopicSubscription subscription : subscriptions.values()) {
      subscription.reader().wake();
    }
    for (TopicSubscription second : secondary) {
      if (own != null && second.reader().id().equals(own.reader().id())) {
        second.countOwn(count);
      }
      second.reader().wake();
    }
    budget.appended(entry.bytes());
  }

  private TopicEntry append(Message message, long senderCount) {
    Tail now = tail;
    long seq = message.seq();
    long previous = now.isEmpty() || seq <= now.last() ? seq - 1 : now.last();
    TopicEntry entry = new TopicEntry(message, previous, senderCount);
    if (now.hasPlaceFor(seq)) {
      now.append(entry);
      return entry;
    }
    Stored before = stored;
    if (before != null && seq <= now.last()) {
      stored = new Stored(before.log(), seq);
    }
    Tail fresh = new Tail(tailSize);
    fresh.append(entry);
    now.continueIn(fresh);
    tail = fresh;
    return entry;
  }

  /** Returns about how many bytes its messages in memory need. */
  long bytes() {
    return tail.bytes();
  }

  /**
   * Drops the older half of its messages in memory, as far as its readers have read them. A reader
   * that is too far behind for senders to wait for it is not waited for here either.
   *
   * @return the number of bytes that are free now
   */
  long dropOlderHalf() {
    Tail now = tail;
    long read = now.last();
    for (TopicSubscription subscription : subscriptions.values()) {
      if (subscription.reader().isAttached()) {
        read = Math.min(read, subscription.seq());
      }
    }
    return now.dropOlderHalf(Math.max(read, now.last() - limits.maxLag()));
  }

  /** Subscribes {@code reader} to everything appended from now on. */
  public TopicSubscription follow(ConnectionReader reader) {
    TopicSubscription subscription = new TopicSubscription(this, reader);
    subscriptions.put(reader.id(), subscription);
    reader.add(subscription);
    return subscription;
  }

  /**
   * Subscribes {@code reader} to everything after {@code seq}: first from the log, then as it is
   * appended.
   */
  public TopicSubscription followAfter(long seq, ConnectionReader reader) {
    TopicSubscription subscription = new TopicSubscription(this, reader);
    subscription.startInLog(seq);
    subscriptions.put(reader.id(), subscription);
    reader.add(subscription);
    return subscription;
  }

  /**
   * Subscribes {@code reader} as a second one of the same connection.
   *
   * @param fromWhereItBegan whether to start where {@code first} began; else where it is
   * @param answered the messages to skip
   */
  public TopicSubscription followSecond(
      TopicSubscription first,
      ConnectionReader reader,
      boolean fromWhereItBegan,
      AnsweredSeqs answered) {
    TopicSubscription second = new TopicSubscription(this, reader);
    second.passOver(answered);
    secondary.add(second);
    if (fromWhereItBegan) {
      second.startWhereBegun(first);
    } else {
      second.startAt(first);
    }
    reader.add(second);
    return second;
  }

  /** Waits until healthy readers have caught up with this topic, for a bounded time. */
  public void awaitReaders() {
    pressure.await();
  }

  /**
   * Counts the newest messages after {@code seq} by others that mention one of {@code names} and
   * are not in {@code answered}.
   */
  public long mentions(long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    return mentionIndex.after(seq, answered, self, names);
  }

  /** Returns true if it has no subscriptions. */
  public boolean isUnread() {
    return subscriptions.isEmpty() && secondary.isEmpty();
  }

  Tail tail() {
    return tail;
  }

  void unfollow(TopicSubscription subscription) {
    subscriptions.remove(subscription.reader().id(), subscription);
    secondary.remove(subscription);
  }
}
