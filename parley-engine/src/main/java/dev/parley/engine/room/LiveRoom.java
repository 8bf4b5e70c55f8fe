package dev.parley.engine.room;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.backend.PostIdempotency;
import dev.parley.engine.logging.Masking;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.DurableLog;
import dev.parley.engine.topic.Topic;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.id.ConnectionId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.RoomName;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
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
  private final RoomBackends backends;
  private final RoomConfig config;
  private final Optional<DurableLog> log;
  private final EphemeralLog ephemeral;

  private volatile boolean durable;
  private @Nullable Topic topic;
  private @Nullable Subscription subscription;

  /** The cursor up to which the log of other nodes was replayed; null before the switch. */
  private volatile @Nullable Cursor replayed;

  /**
   * Makes a room.
   *
   * @param ephemeral makes the log of its ephemeral messages, given what runs when another node has
   *     made the room durable
   * @param reading the executor that reads older messages from the log
   */
  LiveRoom(
      RoomName name,
      RoomRows.Known row,
      TopicName topicName,
      RoomBackends backends,
      RoomConfig config,
      Executor reading,
      Function<Runnable, EphemeralLog> ephemeral) {
    this.name = name;
    this.key = row.key();
    this.durable = row.durable();
    this.topicName = topicName;
    this.backends = backends;
    this.config = config;
    this.log = backends.log(topicName, reading);
    this.ephemeral = ephemeral.apply(() -> reading.execute(this::trySwitchToDurable));
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

  /** Subscribes {@code reader} from now on. */
  synchronized TopicSubscription follow(ConnectionReader reader) {
    return liveTopic().follow(reader);
  }

  /** Subscribes {@code reader} after {@code seq}; from now on where nothing is stored. */
  synchronized TopicSubscription followAfter(long seq, ConnectionReader reader) {
    Topic now = liveTopic();
    return durable && log.isPresent() ? now.followAfter(seq, reader) : now.follow(reader);
  }

  private Topic liveTopic() {
    Topic now = topic;
    if (now == null) {
      Topic fresh = new Topic(topicName, config.tailSize(), config.limits(), config.budget());
      if (durable) {
        log.ifPresent(fresh::backedBy);
      }
      subscription = subscribe(fresh);
      topic = fresh;
      now = fresh;
      config.budget().add(fresh);
    }
    return now;
  }

  private Subscription subscribe(Topic fresh) {
    if (durable) {
      return followDurable(fresh);
    }
    try {
      return ephemeral.follow(fresh);
    } catch (RoomIsDurableException becameDurable) {
      switchToDurable();
      log.ifPresent(fresh::backedBy);
      return followDurable(fresh);
    }
  }

  private Subscription followDurable(Topic followed) {
    return backends
        .durable()
        .follow(topicName, Optional.empty(), stored -> followed.append(stored.message()));
  }

  /** Subscribes {@code reader} as a second one beside {@code first} of the same connection. */
  synchronized TopicSubscription followSecond(
      TopicSubscription first,
      ConnectionReader reader,
      boolean fromWhereItBegan,
      AnsweredSeqs answered) {
    return first.topic().followSecond(first, reader, fromWhereItBegan, answered);
  }

  /** Ends a subscription. The messages of an ephemeral room are dropped with its last reader. */
  synchronized void unfollow(TopicSubscription reading) {
    reading.end();
    Topic now = topic;
    if (now != null && now.isUnread()) {
      config.budget().remove(now);
      if (subscription != null) {
        subscription.close();
      }
      subscription = null;
      topic = null;
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

  /** Posts {@code draft}, once under {@code key} where there is one. */
  Message post(MessageDraft draft, @Nullable IdempotencyKey key) {
    if (!durable) {
      Optional<Message> posted = ephemeral.post(draft, key);
      if (posted.isPresent()) {
        return posted.get();
      }
      switchToDurable();
    }
    return PostIdempotency.post(backends.durable(), draft, key).message();
  }

  /** Makes the room durable from now on; its readers continue. */
  void makeDurable() {
    if (ephemeral.isShared()) {
      makeDurableOnce();
    } else {
      synchronized (this) { // before the log's own lock, as everywhere
        makeDurableOnce();
      }
    }
  }

  private void makeDurableOnce() {
    if (!durable) {
      ephemeral.makeDurable(this::switchToDurable);
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
    ephemeral.end();
    Topic now = topic;
    if (now != null) {
      Subscription before = subscription;
      subscription = ephemeral.isShared() ? replayLog(now) : follow(now);
      if (before != null) {
        before.close();
      }
    }
    durable = true;
  }

  private Subscription follow(Topic now) {
    Subscription opened = followDurable(now);
    log.ifPresent(now::backedBy);
    return opened;
  }

  /**
   * Follows the log from its beginning, because other nodes may have posted to it. Where that
   * fails, the next attempt continues.
   */
  private Subscription replayLog(Topic now) {
    Cursor from = replayed;
    if (from == null) {
      log.ifPresent(now::backedBy);
      from = LogPosition.start();
      replayed = from;
    }
    return backends
        .durable()
        .follow(
            topicName,
            Optional.of(from),
            stored -> {
              now.append(stored.message());
              replayed = stored.cursor();
            });
  }

  private void trySwitchToDurable() {
    try {
      switchToDurable();
    } catch (ParleyException failure) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Switching a room to its durable log failed; retrying.",
          Masking.trace(failure));
    }
  }

  /** Returns unused numbers, if the database answers. */
  void close() {
    ephemeral.close();
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
