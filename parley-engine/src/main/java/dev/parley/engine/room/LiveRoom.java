package dev.parley.engine.room;

import dev.parley.engine.backend.KeyedPosts;
import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.engine.topic.BackPressure;
import dev.parley.engine.topic.DurableLog;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.Topic;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Forgetful;
import dev.parley.spi.MessageBackend;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A room somebody of this node has been in. Its messages are kept while somebody reads them, or for
 * good once it is durable; its numbers go on as long as the process.
 */
final class LiveRoom {
  private static final System.Logger LOG = System.getLogger(LiveRoom.class.getName());

  private final RoomName name;
  private final String key;
  private final TopicName topicName;
  private final HiLoSequence numbers;
  private final RoomBackends carriers;
  private final int kept;
  private final BackPressure.Limits limits;
  private final Optional<DurableLog> log;
  private final Executor reading;
  private final LongConsumer counted;

  /** Held by those who post while the room may still become durable, and alone by who makes it. */
  private final ReadWriteLock changing = new ReentrantReadWriteLock();

  /** What passes by while the room is ephemeral and nodes share it. */
  private final DurabilitySwitch passing = new DurabilitySwitch();

  private volatile boolean durable;
  private @Nullable Topic topic;
  private @Nullable ReplayThenFollow catchUp;
  private @Nullable Subscription subscription;

  LiveRoom(
      RoomName name,
      RoomRows.Known row,
      TopicName topicName,
      HiLoSequence numbers,
      RoomBackends carriers,
      int kept,
      BackPressure.Limits limits,
      Executor reading,
      LongConsumer counted) {
    this.name = name;
    this.key = row.key();
    this.durable = row.durable();
    this.topicName = topicName;
    this.numbers = numbers;
    this.carriers = carriers;
    this.kept = kept;
    this.limits = limits;
    this.log = carriers.log(topicName, reading);
    this.reading = reading;
    this.counted = counted;
  }

  RoomName name() {
    return name;
  }

  String key() {
    return key;
  }

  TopicName topicName() {
    return topicName;
  }

  /** Whether what is said in it is kept. */
  boolean isDurable() {
    return durable;
  }

  HiLoSequence numbers() {
    return numbers;
  }

  /** Lets {@code reader} read from now on. */
  synchronized TopicSubscription follow(Reader reader) {
    return liveTopic().follow(reader);
  }

  /** Lets {@code reader} read what is kept after {@code seq}; from now on where nothing is kept. */
  synchronized TopicSubscription followAfter(long seq, Reader reader) {
    Topic now = liveTopic();
    return durable && log.isPresent() ? now.followAfter(seq, reader) : now.follow(reader);
  }

  private Topic liveTopic() {
    Topic now = topic;
    if (now == null) {
      Topic fresh = new Topic(topicName, kept, limits);
      if (durable) {
        log.ifPresent(fresh::keepIn);
      }
      subscription = subscribe(fresh);
      topic = fresh;
      now = fresh;
    }
    return now;
  }

  private Subscription subscribe(Topic fresh) {
    if (durable || !isPassedOn()) {
      return carrier().subscribe(topicName, fresh::append);
    }
    try {
      return carriers.ephemeral().subscribe(topicName, stored -> passes(stored, fresh));
    } catch (RoomIsDurableException meanwhile) {
      carryOnDurably();
      log.ifPresent(fresh::keepIn);
      return carriers.durable().subscribe(topicName, fresh::append);
    }
  }

  /** Lets {@code reader} read beside {@code first} of the same connection. */
  synchronized TopicSubscription followBeside(
      TopicSubscription first, Reader reader, boolean fromWhereItBegan, AnsweredSeqs answered) {
    return first.topic().followBeside(first, reader, fromWhereItBegan, answered);
  }

  /** Ends a reading. What an ephemeral room said is gone with its last reader. */
  synchronized void unfollow(TopicSubscription following) {
    following.end();
    if (topic != null && topic.isUnread()) {
      if (subscription != null) {
        subscription.close();
      }
      subscription = null;
      topic = null;
      if (carrier() instanceof Forgetful memory) {
        memory.forget(topicName);
      }
    }
  }

  /** How many of the newest messages that no answer had, by others, name one of {@code names}. */
  synchronized long mentions(
      long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    return topic == null ? 0 : topic.mentions(seq, answered, self, names);
  }

  /** The number before the first message of the log that was said at {@code time} or later. */
  OptionalLong lastBefore(Instant time) {
    return carriers.beforeFirstSince(topicName, time);
  }

  private boolean isPassedOn() {
    return carriers.mode() == RoomBackends.ClusterMode.BROKERED;
  }

  private void passes(StoredMessage stored, Topic room) {
    counted.accept(stored.message().seq());
    if (passing.take(stored, room::append)) {
      reading.execute(this::tryToCarryOnDurably);
    }
  }

  /** Posts {@code draft}, once under {@code key} where there is one. */
  Message post(MessageDraft draft, @Nullable IdempotencyKey key) {
    if (!durable && isPassedOn()) {
      return passOn(draft, key);
    }
    if (!durable) {
      changing.readLock().lock();
      try {
        if (!durable) {
          return KeyedPosts.post(carriers.ephemeral(), draft, key).message();
        }
      } finally {
        changing.readLock().unlock();
      }
    }
    return KeyedPosts.post(carriers.durable(), draft, key).message();
  }

  private Message passOn(MessageDraft draft, @Nullable IdempotencyKey key) {
    try {
      Message message = KeyedPosts.post(carriers.ephemeral(), draft, key).message();
      if (!isFollowed() || passing.isOfTheRoom(message.seq())) {
        return message;
      }
    } catch (RoomIsDurableException meanwhile) {
      LOG.log(System.Logger.Level.DEBUG, "It goes into the log.", meanwhile);
    }
    carryOnDurably();
    return KeyedPosts.post(carriers.durable(), draft, key).message();
  }

  private synchronized boolean isFollowed() {
    return topic != null;
  }

  /** Keeps what is said from now on; its readers go on reading. */
  void makeDurable(RoomRows rows) {
    if (durable) {
      return;
    }
    if (isPassedOn()) {
      rows.makeDurable(key);
      tellOtherNodes(rows);
      carryOnDurably();
      return;
    }
    changing.writeLock().lock();
    try {
      if (!durable) {
        numbers.giveBack(); // the topic goes on from there
        rows.makeDurable(key);
        carryOnDurably();
      }
    } finally {
      changing.writeLock().unlock();
    }
  }

  /** Nodes without a word from here find out by looking; but where something was said, too late. */
  private void tellOtherNodes(RoomRows rows) {
    if (rows.highWater(topicName) > 0) {
      long seq = carriers.ephemeral().post(DurabilitySwitch.mark(topicName)).message().seq();
      boolean unused = !isFollowed() || passing.isOfTheRoom(seq);
    }
  }

  /** It is durable, whoever made it so; its readers go on with the first message of the log. */
  synchronized void carryOnDurably() {
    if (durable) {
      return;
    }
    passing.end();
    Topic now = topic;
    if (now != null) {
      Subscription before = subscription;
      subscription = isPassedOn() ? takeLogOn(now) : follow(now);
      if (before != null) {
        before.close();
      }
    }
    durable = true;
  }

  private Subscription follow(Topic now) {
    Subscription following = carriers.durable().subscribe(topicName, now::append);
    log.ifPresent(now::keepIn);
    return following;
  }

  /** Other nodes may have posted to it. */
  private Subscription takeLogOn(Topic now) {
    ReplayThenFollow reading = catchUp;
    if (reading == null) {
      log.ifPresent(now::keepIn);
      reading = new ReplayThenFollow(now::append);
      catchUp = reading;
    }
    Subscription following = carriers.durable().subscribe(topicName, reading::take);
    try {
      reading.read(carriers.durable(), topicName, LogPosition.start());
      return following;
    } catch (RuntimeException away) {
      following.close();
      throw away;
    }
  }

  private void tryToCarryOnDurably() {
    try {
      carryOnDurably();
    } catch (ParleyException away) {
      LOG.log(System.Logger.Level.DEBUG, "The room's log is taken on a little later.", away);
    }
  }

  private MessageBackend carrier() {
    return durable ? carriers.durable() : carriers.ephemeral();
  }

  /** Waits for healthy readers. */
  void awaitReaders() {
    Topic now;
    synchronized (this) {
      now = topic;
    }
    if (now != null) {
      now.awaitReaders();
    }
  }
}
