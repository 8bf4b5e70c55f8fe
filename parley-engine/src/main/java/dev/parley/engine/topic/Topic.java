package dev.parley.engine.topic;

import dev.parley.id.ConnectionId;
import dev.parley.message.Message;
import dev.parley.message.StoredMessage;
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
 * One topic as this node sees it: its recent messages and those who read them. It follows the
 * backend, where the order is made, and only says "look again" to its readers.
 */
public final class Topic {
  private record Kept(DurableLog log, long from) {}

  private final TopicName name;
  private final Tail tail;
  private final BackPressure pressure;
  private final MentionIndex mentioned = new MentionIndex();
  private final Map<ConnectionId, TopicSubscription> followings = new ConcurrentHashMap<>();

  /** Where what the tail has no more is read, and from which position on it is kept. */
  private volatile @Nullable Kept kept;

  /** Second readings of connections, which senders never wait for. */
  private final List<TopicSubscription> besides = new CopyOnWriteArrayList<>();

  /**
   * An empty topic.
   *
   * @param kept how many messages stay readable
   */
  public Topic(TopicName name, int kept, BackPressure.Limits limits) {
    this.name = name;
    this.tail = new Tail(kept);
    this.pressure = new BackPressure(tail, followings.values(), limits);
  }

  /** Its name. */
  public TopicName name() {
    return name;
  }

  /** From now on what is appended is kept in {@code log}, at positions without a gap. */
  public void keepIn(DurableLog log) {
    kept = new Kept(log, tail.last() + 1);
  }

  /** The first position that is kept beyond the tail; past every position where none is. */
  long keptFrom() {
    Kept now = kept;
    return now == null ? Long.MAX_VALUE : now.from();
  }

  /** Reads what the log has after {@code seq}. */
  CompletionStage<List<Message>> readLog(long seq, int limit) {
    return Objects.requireNonNull(kept).log().after(seq, limit);
  }

  /** What the position of an entry is less than its number in the log, which has no gaps. */
  long seqOfPositionZero() {
    for (; ; ) {
      TopicEntry last = tail.at(tail.last());
      if (last != null) {
        return last.message.seq() - last.position;
      }
    }
  }

  /** Takes what the backend tells, in the backend's order, from one thread at a time. */
  public void append(StoredMessage stored) {
    Message message = stored.message();
    mentioned.take(message);
    TopicSubscription own = followings.get(message.sender().connection());
    long ordinal = own == null ? 0 : own.ownPosted() + 1;
    tail.append(new TopicEntry(tail.last() + 1, message, ordinal));
    if (own != null) {
      own.countOwn(ordinal);
    }
    for (TopicSubscription following : followings.values()) {
      following.reader().wake();
    }
    for (TopicSubscription beside : besides) {
      if (own != null && beside.reader().id().equals(own.reader().id())) {
        beside.countOwn(ordinal);
      }
      beside.reader().wake();
    }
  }

  /** Lets {@code reader} read everything that is appended from now on. */
  public TopicSubscription follow(Reader reader) {
    TopicSubscription following = new TopicSubscription(this, reader);
    followings.put(reader.id(), following);
    reader.add(following);
    return following;
  }

  /** Lets {@code reader} read everything that the log has after {@code seq}, and then goes on. */
  public TopicSubscription followAfter(long seq, Reader reader) {
    TopicSubscription following = new TopicSubscription(this, reader);
    following.startInLog(seq);
    followings.put(reader.id(), following);
    reader.add(following);
    return following;
  }

  /**
   * Lets {@code reader} read beside another reading of the same connection.
   *
   * @param fromWhereItBegan whether from where that reading began; else from where it is
   * @param answered what is passed over
   */
  public TopicSubscription followBeside(
      TopicSubscription first, Reader reader, boolean fromWhereItBegan, AnsweredSeqs answered) {
    TopicSubscription beside = new TopicSubscription(this, reader);
    beside.passOver(answered);
    besides.add(beside);
    if (fromWhereItBegan) {
      beside.startWhereBegun(first);
    } else {
      beside.startAt(first);
    }
    reader.add(beside);
    return beside;
  }

  /** Waits until healthy readers have caught up with this topic, for a bounded time. */
  public void awaitReaders() {
    pressure.await();
  }

  /**
   * How many of the newest messages after {@code seq}, by others, name one of {@code names} and are
   * not among {@code answered}.
   */
  public long mentions(long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    return mentioned.after(seq, answered, self, names);
  }

  /** Whether nobody reads it. */
  public boolean isUnread() {
    return followings.isEmpty() && besides.isEmpty();
  }

  Tail tail() {
    return tail;
  }

  void unfollow(TopicSubscription following) {
    followings.remove(following.reader().id(), following);
    besides.remove(following);
  }
}
