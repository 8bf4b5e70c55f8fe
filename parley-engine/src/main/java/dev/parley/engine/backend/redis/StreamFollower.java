package dev.parley.engine.backend.redis;

import static dev.parley.engine.backend.redis.StreamCodec.bytes;
import static dev.parley.engine.backend.redis.StreamCodec.list;
import static dev.parley.engine.backend.redis.StreamCodec.text;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.engine.logging.Masking;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Follows all topics with one thread, by one read that waits at the server for any of their
 * streams. A stream of its own, the bell, is among them and wakes the read when there is a topic
 * more.
 *
 * <p>When the server was away, it goes on where it was. As a server may come back with other data,
 * or be emptied, every topic is looked at once in {@code ROUND} and after every absence.
 */
final class StreamFollower implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StreamFollower.class.getName());
  private static final Duration MAX_WAIT = Duration.ofMillis(500);
  private static final Duration ROUND = Duration.ofSeconds(5);
  private static final long MIN_LOOK = ROUND.toNanos() / 50;
  private static final long MIN_PAUSE = Duration.ofMillis(20).toNanos();
  private static final long MAX_PAUSE = Duration.ofSeconds(1).toNanos();
  private static final int MAX_OF_A_STREAM = 256;
  private static final int BELL_SECONDS = 60;

  private final RedisConnections lines;
  private final StreamReader logs;
  private final Keys keys;
  private final String bell;
  private final Runnable whenAway;
  private final Thread thread = DaemonThreads.of("parley-redis", this::run);

  /** The followed topics, by the key of the stream. */
  private final Map<String, FollowedStream> topics = new ConcurrentHashMap<>();

  private volatile @Nullable Connection line;
  private volatile boolean closed;

  // The reading thread's own.
  private String rung = "0-0";
  private List<FollowedStream> toLookAt = List.of();
  private long lookedNanos;

  /**
   * A thread to be started.
   *
   * @param reader a name no other has
   * @param whenAway called when the server becomes unreachable
   */
  StreamFollower(
      RedisConnections lines, StreamReader logs, Keys keys, String reader, Runnable whenAway) {
    this.lines = lines;
    this.logs = logs;
    this.keys = keys;
    this.bell = text(keys.bell(reader));
    this.whenAway = whenAway;
  }

  void start() {
    thread.start();
  }

  LiveSubscription follow(TopicName name, Consumer<StoredMessage> consumer) {
    FollowedStream topic =
        topics.computeIfAbsent(text(keys.log(name)), key -> new FollowedStream(name));
    boolean isKnown = topic.isFollowed();
    LiveSubscription subscription = topic.follow(consumer, () -> logs.end(name));
    if (!isKnown) {
      ring();
    }
    return subscription;
  }

  private void ring() {
    try {
      lines.ask(
          asked -> {
            byte[] key = bytes(bell);
            asked.sendCommand(
                Command.XADD, key, bytes("MAXLEN"), bytes(1), bytes("*"), bytes("b"), bytes(1));
            asked.sendCommand(Command.EXPIRE, key, bytes(BELL_SECONDS));
            return RedisConnections.replies(asked, 2);
          });
    } catch (JedisException away) {
      LOG.log(System.Logger.Level.DEBUG, "The next read has the new topic.", Masking.trace(away));
    }
  }

  private void run() {
    long pause = 0;
    while (!closed) {
      try {
        Connection own = lines.open(MAX_WAIT);
        line = own;
        lookAtAll(own);
        if (pause > 0) {
          LOG.log(System.Logger.Level.INFO, "Redis at {0} is back; followers go on.", lines);
          pause = 0;
        }
        while (!closed) {
          read(own);
          lookAtSome(own);
        }
      } catch (JedisException away) {
        whenAway.run();
        if (pause == 0 && !closed) {
          LOG.log(
              System.Logger.Level.WARNING,
              "Redis at {0} is away ({1}); followers go on when it is back.",
              lines,
              RedisConnections.reason(away));
        }
        pause = rest(pause);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.ERROR, "Following failed; it goes on.", Masking.trace(e));
        pause = rest(pause);
      } finally {
        hangUp();
      }
    }
  }

  private long rest(long before) {
    long pause = Math.min(Math.max(before * 2, MIN_PAUSE), MAX_PAUSE);
    if (!closed) {
      LockSupport.parkNanos(this, pause);
    }
    return pause;
  }

  private void read(Connection own) {
    List<byte[]> streams = new ArrayList<>();
    List<byte[]> places = new ArrayList<>();
    streams.add(bytes(bell));
    places.add(bytes(rung));
    topics.forEach(
        (key, topic) -> {
          if (topic.isFollowed()) {
            streams.add(bytes(key));
            places.add(bytes(topic.delivered() + StreamCodec.LAST_OF_POSITION));
          }
        });
    List<byte[]> words = new ArrayList<>();
    words.add(bytes("COUNT"));
    words.add(bytes(MAX_OF_A_STREAM));
    words.add(bytes("BLOCK"));
    words.add(bytes(MAX_WAIT.toMillis()));
    words.add(bytes("STREAMS"));
    words.addAll(streams);
    words.addAll(places);
    own.sendCommand(Command.XREAD, words.toArray(new byte[0][]));
    Object reply = own.getOne();
    if (reply != null) {
      list(reply).forEach(stream -> tell(list(stream)));
    }
  }

  private void tell(List<?> stream) {
    String key = text(stream.get(0));
    List<?> entries = list(stream.get(1));
    FollowedStream topic = topics.get(key);
    if (topic != null) {
      for (Object entry : entries) {
        if (!closed) {
          topic.deliver(entry);
        }
      }
    } else {
      rung = text(list(entries.get(entries.size() - 1)).get(0));
    }
  }

  private void lookAtAll(Connection own) {
    topics.values().forEach(topic -> look(own, topic));
    toLookAt = List.of();
    lookedNanos = System.nanoTime();
  }

  /** Checks a share of the topics, so that none waits for all the others. */
  private void lookAtSome(Connection own) {
    long now = System.nanoTime();
    if (now - lookedNanos < MIN_LOOK) {
      return;
    }
    int share = (int) Math.ceil(topics.size() * (double) (now - lookedNanos) / ROUND.toNanos());
    lookedNanos = now;
    if (toLookAt.isEmpty()) {
      toLookAt = List.copyOf(topics.values());
    }
    int end = Math.min(share, toLookAt.size());
    toLookAt.subList(0, end).forEach(topic -> look(own, topic));
    toLookAt = toLookAt.subList(end, toLookAt.size());
  }

  private void look(Connection own, FollowedStream topic) {
    if (topic.isFollowed()) {
      topic.resumeAt(delivered -> logs.resumeAt(own, topic.name(), delivered));
    }
  }

  private void hangUp() {
    Connection own = line;
    line = null;
    if (own != null) {
      RedisConnections.cut(own);
    }
  }

  /** Ends every subscription; when this returns, no follower is notified any more. */
  @Override
  public void close() {
    closed = true;
    Connection own = line;
    if (own != null) {
      RedisConnections.cut(own);
    }
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    topics.values().forEach(FollowedStream::end);
  }
}
