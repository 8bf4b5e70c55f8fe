package dev.parley.engine.backend.redis;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.parley.IdempotencyKey;
import dev.parley.agent.AgentId;
import dev.parley.engine.backend.LogPosition;
import dev.parley.message.Cursor;
import dev.parley.message.Draft;
import dev.parley.message.MessageId;
import dev.parley.message.TopicName;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Passes messages on to whoever listens at that moment, in one order, and keeps none: of what is
 * said only the number is written. What is said while a listener's connection is away, it does not
 * hear.
 *
 * <p>A post that was sent and not answered is sent again and taken once, for some seconds. After
 * that it is refused with {@code unavailable} and may have been heard all the same.
 */
public final class RedisPubSub implements MessageBackend, IdempotentPosts {
  private static final System.Logger LOG = System.getLogger(RedisPubSub.class.getName());
  private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private record Open(Lines lines, Keys keys, PublishScript script, Channels channels) {}

  private final URI address;
  private final String prefix;
  private final ToLongFunction<TopicName> before;
  private volatile @Nullable Open open;

  /**
   * A backend to be connected.
   *
   * @param address as for {@link RedisBackend}
   * @param prefix what the names of all keys and channels begin with
   * @param before the position before the first message of a topic the server does not know, past
   *     all it ever had; below 10^15
   */
  public RedisPubSub(URI address, String prefix, ToLongFunction<TopicName> before) {
    this.address = address;
    this.prefix = prefix;
    this.before = before;
  }

  @Override
  public synchronized void connect() {
    if (open == null) {
      Lines lines = new Lines(address);
      Keys keys = new Keys(prefix);
      Channels channels = new Channels(lines, keys, UlidCreator.getUlid().toString());
      channels.start();
      open = new Open(lines, keys, new PublishScript(keys), channels);
    }
  }

  @Override
  public synchronized void disconnect() {
    Open was = open;
    open = null;
    if (was != null) {
      was.channels.close();
      was.lines.close();
    }
  }

  @Override
  public Subscription subscribe(TopicName topic, Consumer<Stored> follower) {
    try {
      return opened().channels.follow(topic, follower);
    } catch (JedisException away) {
      throw Lines.refusal(away);
    }
  }

  @Override
  public Stored post(Draft draft) {
    return publish(draft, null);
  }

  /** {@inheritDoc} The server knows a key for one hour, for all nodes. */
  @Override
  public Stored post(Draft draft, IdempotencyKey key) {
    return publish(draft, key);
  }

  private Stored publish(Draft draft, @Nullable IdempotencyKey key) {
    Open now = opened();
    MessageId id = new MessageId(UlidCreator.getMonotonicUlid().toString());
    long begun = System.nanoTime();
    for (; ; ) {
      try {
        String receipt = now.lines.ask(line -> now.script.run(line, draft, id, key));
        if (receipt != null) {
          return key == null
              ? Spoken.posted(draft, id, receipt)
              : Spoken.posted(draft, key, receipt);
        }
        make(now, draft.topic());
      } catch (JedisConnectionException away) {
        if (System.nanoTime() - begun > PATIENCE_NANOS) {
          throw Lines.refusal(away);
        }
        LOG.log(System.Logger.Level.DEBUG, "A post is sent again.", away);
        LockSupport.parkNanos(this, PAUSE_NANOS);
      } catch (JedisException refused) {
        throw Lines.refusal(refused);
      }
    }
  }

  private void make(Open now, TopicName topic) {
    byte[] first = Entries.bytes(before.applyAsLong(topic));
    now.lines.ask(
        line -> {
          line.sendCommand(Command.SET, now.keys.count(topic), first, Entries.bytes("NX"));
          return Optional.ofNullable(line.getOne());
        });
  }

  /** Nothing is kept, so this is an empty page. */
  @Override
  public Page fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    Open unused = opened();
    return new Page(List.of(), after.orElseGet(LogPosition::start), false);
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    Open unused = opened();
    return agent.value();
  }

  private Open opened() {
    Open now = open;
    if (now == null) {
      throw new IllegalStateException("the backend is not connected");
    }
    return now;
  }
}
