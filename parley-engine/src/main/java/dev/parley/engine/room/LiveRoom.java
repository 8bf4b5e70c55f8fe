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
 * A room in use on this node. Its messages are in memory while somebody reads them, and stored once
 * it is durable. Its numbering continues as long as the process.
 */
final class LiveRoom {
  private static final System.Logger LOG = System.getLogger(LiveRoom.class.getName());

  private final RoomName name;
  private final String key;
  private final TopicName topicName;
  private final HiLoSequence numbers;
  private final RoomBackends backends;
  private final int tailSize;
  private final BackPressure.Limits limits;
  private final Optional<DurableLog> log;
  private final Executor reading;
  private final LongConsumer highWater;

  /**
   * The read lock is for posts while the room may still become durable, the write lock for the
   * switch.
   */
  private final ReadWriteLock durabilityLock = new ReentrantReadWriteLock();

  /** The ephemeral messages while nodes share the room. */
  private final DurabilitySwitch ephemeralPart = new DurabilitySwitch();

  private volatile boolean durable;
  private @Nullable Topic topic;
  private @Nullable ReplayThenFollow replay;
  private @Nullable Subscription subscription;

  LiveRoom(
      RoomName name,
      RoomRows.Known row,
      TopicName topicName,
      HiLoSequence numbers,
      RoomBackends backends,
      int tailSize,
      BackPressure.Limits limits,
      Executor reading,
      LongConsumer highWater) {
    this.name = name;
    this.key = row.key();
    this.durable = row.durable();
    this.topicName = topicName;
    this.numbers = numbers;
    this.backends = backends;
    this.tailSize = tailSize;
    this.limits = limits;
    this.log = backends.log(topicName, reading);
    this.reading = reading;
    this.highWater = highWater;
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

  /** Returns true if its messages are stored. */
  boolean isDurable() {
    return durable;
  }

  HiLoSequence numbers() {
    return numbers;
  }

  /** Subscribes {@code reader} from now on. */
  synchronized TopicSubscription follow(Reader reader) {
    return liveTopic().follow(reader);
  }

  /** Subscribes {@code reader} after {@code seq}; from now on where nothing is stored. */
  synchronized TopicSubscription followAfter(long seq, Reader reader) {
    Topic now = liveTopic();
    return durable && log.isPresent() ? now.followAfter(seq, reader) : now.follow(reader);
  }

  private Topic liveTopic() {
    Topic now = topic;
    if (now == null) {
      Topic fresh = new Topic(topicName, tailSize, limits);
      if (durable) {
        log.ifPresent(fresh::backedBy);
      }
      subscription = subscribe(fresh);
      topic = fresh;
      now = fresh;
    }
    return now;
  }

  private Subscription subscribe(Topic fresh) {
    if (durable || !isBrokered()) {
      return backend().subscribe(topicName, fresh::append);
    }
    try {
      return backends.ephemeral().subscribe(topicName, stored -> takeEphemeral(stored, fresh));
    } catch (RoomIsDurableException becameDurable) {
      switchToDurable();
      log.ifPresent(fresh::backedBy);
      return backends.durable().subscribe(topicName, fresh::append);
    }
  }

  /** Subscribes {@code reader} as a second one beside {@code first} of the same connection. */
  synchronized TopicSubscription followSecond(
      TopicSubscription first, Reader reader, boolean fromWhereItBegan, AnsweredSeqs answered) {
    return first.topic().followSecond(first, reader, fromWhereItBegan, answered);
  }

  /** Ends a subscription. The messages of an ephemeral room are dropped with its last reader. */
  synchronized void unfollow(TopicSubscription reading) {
    reading.end();
    if (topic != null && topic.isUnread()) {
      if (subscription != null) {
        subscription.close();
      }
      subscription = null;
      topic = null;
      if (backend() instanceof Forgetful memory) {
        memory.forget(topicName);
      }
    }
  }

  /**
   * Counts the newest messages by others that mention one of {@code names} and that no call has
   * returned.
   */
  synchronized long mentions(
      long seq, AnsweredSeqs answered, ConnectionId self, Set<String> names) {
    return topic == null ? 0 : topic.mentions(seq, answered, self, names);
  }

  /** Returns the number before the first logged message sent at {@code time} or later. */
  OptionalLong lastBefore(Instant time) {
    return backends.beforeFirstSince(topicName, time);
  }

  private boolean isBrokered() {
    return backends.mode() == RoomBackends.ClusterMode.BROKERED;
  }

  private void takeEphemeral(StoredMessage stored, Topic room) {
    highWater.accept(stored.message().seq());
    if (ephemeralPart.take(stored, room::append)) {
      reading.execute(this::trySwitchToDurable);
    }
  }

  /** Posts {@code draft}, once under {@code key} where there is one. */
  Message post(MessageDraft draft, @Nullable IdempotencyKey key) {
    if (!durable && isBrokered()) {
      return postBrokered(draft, key);
    }
    if (!durable) {
      durabilityLock.readLock().lock();
      try {
        if (!durable) {
          return KeyedPosts.post(backends.ephemeral(), draft, key).message();
        }
      } finally {
        durabilityLock.readLock().unlock();
      }
    }
    return KeyedPosts.post(backends.durable(), draft, key).message();
  }

  private Message postBrokered(MessageDraft draft, @Nullable IdempotencyKey key) {
    try {
      Message message = KeyedPosts.post(backends.ephemeral(), draft, key).message();
      if (!isFollowed() || ephemeralPart.isBeforeSwitch(message.seq())) {
        return message;
      }
    } catch (RoomIsDurableException becameDurable) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Room has become durable meanwhile; posting to its durable log.",
          becameDurable);
    }
    switchToDurable();
    return KeyedPosts.post(backends.durable(), draft, key).message();
  }

  private synchronized boolean isFollowed() {
    return topic != null;
  }

  /** Makes the room durable from now on; its readers continue. */
  void makeDurable(RoomRows rows) {
    if (durable) {
      return;
    }
    if (isBrokered()) {
      rows.makeDurable(key);
      announceDurable(rows);
      switchToDurable();
      return;
    }
    durabilityLock.writeLock().lock();
    try {
      if (!durable) {
        numbers.giveBack(); // the durable topic continues the numbering
        rows.makeDurable(key);
        switchToDurable();
      }
    } finally {
      durabilityLock.writeLock().unlock();
    }
  }

  /**
   * Announces the switch to other nodes. Where the room has had no message, they find out by
   * polling the database, which is too late for a room with messages.
   */
  private void announceDurable(RoomRows rows) {
    if (rows.highWater(topicName) > 0) {
      long seq =
          backends.ephemeral().post(DurabilitySwitch.announcement(topicName)).message().seq();
      boolean unused = !isFollowed() || ephemeralPart.isBeforeSwitch(seq);
    }
  }

  /**
   * Switches to the durable log, whichever node made the room durable; its readers continue with
   * the first message of the log.
   */
  synchronized void switchToDurable() {
    if (durable) {
      return;
    }
    ephemeralPart.end();
    Topic now = topic;
    if (now != null) {
      Subscription before = subscription;
      subscription = isBrokered() ? replayLog(now) : follow(now);
      if (before != null) {
        before.close();
      }
    }
    durable = true;
  }

  private Subscription follow(Topic now) {
    Subscription opened = backends.durable().subscribe(topicName, now::append);
    log.ifPresent(now::backedBy);
    return opened;
  }

  /** Replays the log, because other nodes may have posted to it. */
  private Subscription replayLog(Topic now) {
    ReplayThenFollow replaying = replay;
    if (replaying == null) {
      log.ifPresent(now::backedBy);
      replaying = new ReplayThenFollow(now::append);
      replay = replaying;
    }
    Subscription opened = backends.durable().subscribe(topicName, replaying::take);
    try {
      replaying.read(backends.durable(), topicName, LogPosition.start());
      return opened;
    } catch (RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  private void trySwitchToDurable() {
    try {
      switchToDurable();
    } catch (ParleyException failure) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Switching a room to its durable log failed; retrying.",
          failure);
    }
  }

  private MessageBackend backend() {
    return durable ? backends.durable() : backends.ephemeral();
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
