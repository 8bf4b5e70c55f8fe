package dev.parley.engine.backend.redis;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.log.Followers;
import dev.parley.engine.logging.Masking;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Listens to the channels of topics with one thread over one connection. Messages published while
 * the connection is down are missed. A silent server is pinged, and the connection is closed if no
 * answer comes.
 */
final class PubSubListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PubSubListener.class.getName());
  private static final Duration LISTENING_WITHIN = Duration.ofSeconds(5);
  private static final Duration ASKED_EVERY = Duration.ofSeconds(5);
  private static final long MAX_SILENCE = ASKED_EVERY.multipliedBy(3).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /** A channel and those who follow its topic. */
  private static final class Channel {
    private final TopicName topic;
    private final Followers followers = new Followers();
    private volatile CompletableFuture<Void> open = new CompletableFuture<>();

    Channel(TopicName topic) {
      this.topic = topic;
    }
  }

  private final RedisConnections lines;
  private final Keys keys;

  /**
   * The channel that is always listened to: a connection must listen to one, so that more can be
   * added.
   */
  private final String own;

  private final Map<String, Channel> channels = new ConcurrentHashMap<>();
  private final Thread listener = DaemonThreads.of("parley-redis-channels", this::run);
  private final Thread watch = DaemonThreads.of("parley-redis-watch", this::watch);
  private volatile @Nullable ChannelReader reader;
  private volatile boolean closed;

  /**
   * Threads to be started.
   *
   * @param reader a name no other has
   */
  PubSubListener(RedisConnections lines, Keys keys, String reader) {
    this.lines = lines;
    this.keys = keys;
    this.own = StreamCodec.text(keys.bell(reader));
  }

  void start() {
    listener.start();
    watch.start();
  }

  /**
   * Follows {@code topic}. Returns once the channel is listened to, which takes a server that
   * answers.
   */
  Subscription follow(TopicName topic, Consumer<StoredMessage> follower) {
    Channel channel =
        channels.computeIfAbsent(StreamCodec.text(keys.channel(topic)), key -> new Channel(topic));
    Subscription subscription = channel.followers.add(follower, 0);
    ChannelReader now = reader;
    if (now != null) {
      now.add(StreamCodec.text(keys.channel(topic)));
    }
    try {
      channel.open.get(LISTENING_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException away) {
      subscription.close();
      throw new JedisConnectionException("the server does not let itself be listened to", away);
    }
    return subscription;
  }

  private void run() {
    boolean away = false;
    while (!closed) {
      try (Connection line = lines.open(Duration.ZERO)) {
        ChannelReader now = new ChannelReader(line);
        reader = now;
        if (away) {
          LOG.log(System.Logger.Level.DEBUG, "Redis at {0} is back and listened to.", lines);
          away = false;
        }
        now.proceed(line, own);
      } catch (JedisException e) {
        if (!away && !closed && isFollowed()) {
          LOG.log(
              System.Logger.Level.WARNING,
              "Redis at {0} is unreachable ({1}); messages of ephemeral rooms from other nodes are missing until it is back.",
              lines,
              RedisConnections.reason(e));
        }
        away = true;
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.ERROR, "Listening failed; it goes on.", Masking.trace(e));
      }
      reader = null;
      for (Channel channel : channels.values()) {
        channel.open = new CompletableFuture<>();
      }
      if (!closed) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private boolean isFollowed() {
    return channels.values().stream().anyMatch(channel -> !channel.followers.isEmpty());
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(this, ASKED_EVERY.toNanos());
      ChannelReader now = reader;
      if (now != null && !closed) {
        now.ask();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    channels.values().forEach(channel -> channel.followers.clear());
    ChannelReader now = reader;
    if (now != null) {
      RedisConnections.cut(now.line);
    }
    LockSupport.unpark(listener);
    LockSupport.unpark(watch);
  }

  /** One connection that listens. */
  private final class ChannelReader extends JedisPubSub {
    private final Connection line;
    private volatile long lastSignAt = System.nanoTime();

    ChannelReader(Connection line) {
      this.line = line;
    }

    /** Adds a channel. Synchronized, since another thread may subscribe at the same time. */
    synchronized void add(String channel) {
      try {
        if (isSubscribed()) {
          subscribe(channel);
        }
      } catch (JedisException away) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "It is listened to when the server is back.",
            Masking.trace(away));
      }
    }

    synchronized void ask() {
      if (System.nanoTime() - lastSignAt > MAX_SILENCE) {
        RedisConnections.cut(line);
        return;
      }
      try {
        if (isSubscribed()) {
          ping();
        }
      } catch (JedisException away) {
        RedisConnections.cut(line);
      }
    }

    @Override
    public void onPong(String pattern) {
      lastSignAt = System.nanoTime();
    }

    @Override
    public void onSubscribe(String name, int subscribed) {
      lastSignAt = System.nanoTime();
      if (name.equals(own)) {
        channels.keySet().forEach(this::add);
        return;
      }
      Channel channel = channels.get(name);
      if (channel != null) {
        channel.open.complete(null);
      }
    }

    @Override
    public void onMessage(String name, String payload) {
      lastSignAt = System.nanoTime();
      Channel channel = channels.get(name);
      if (channel == null || channel.followers.isEmpty()) {
        return;
      }
      try {
        StoredMessage stored = PubSubCodec.decode(channel.topic, payload);
        channel.followers.pass(stored);
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.ERROR,
            "What came on a channel is no message of ours.",
            Masking.trace(e));
      }
    }
  }
}
