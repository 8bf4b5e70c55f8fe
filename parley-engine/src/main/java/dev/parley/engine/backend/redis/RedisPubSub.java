package dev.parley.engine.backend.redis;

import dev.parley.engine.backend.LogPosition;
import dev.parley.engine.id.Ulids;
import dev.parley.engine.logging.Masking;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
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
 * Passes messages on to those who listen at that moment, in one order, and keeps none: only the
 * sequence number is written. A listener misses the messages that are posted while its connection
 * is down.
 *
 * <p>A post that was sent and not answered is sent again and taken once, for some seconds. After
 * that it is refused with {@code unavailable} and may have been delivered all the same.
 */
public final class RedisPubSub implements MessageBackend, IdempotentPosts {
  private static final System.Logger LOG = System.getLogger(RedisPubSub.class.getName());
  private static final long TIMEOUT_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private record Open(
      RedisConnections lines, Keys keys, PublishScript script, PubSubListener channels) {}

  private final URI address;
  private final String prefix;
  private final ToLongFunction<TopicName> before;
  private volatile @Nullable Open open;

  /**
   * A backend to be connected.
   *
   * @param address as for {@link RedisBackend}
   * @param prefix what the names of all keys and channels begin with
   * @param before the sequence number before the first message of a topic the server does not know,
   *     past all it ever had; below 10^15
   */
  public RedisPubSub(URI address, String prefix, ToLongFunction<TopicName> before) {
    this.address = address;
    this.prefix = prefix;
    this.before = before;
  }

  @Override
  public synchronized void connect() {
    if (open == null) {
      RedisConnections lines = new RedisConnections(address);
      Keys keys = new Keys(prefix);
      PubSubListener channels = new PubSubListener(lines, keys, Ulids.next());
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

  /** {@inheritDoc} Nothing earlier is kept, so a cursor changes nothing. */
  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    try {
      return opened().channels.follow(topic, follower);
    } catch (JedisException away) {
      throw RedisConnections.refusal(away);
    }
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return publish(draft, null);
  }

  /** {@inheritDoc} The server knows a key for one hour, for all nodes. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return publish(draft, key);
  }

  private StoredMessage publish(MessageDraft draft, @Nullable IdempotencyKey key) {
    Open now = opened();
    MessageId id = Ulids.nextMessage();
    long begun = System.nanoTime();
    for (; ; ) {
      try {
        String receipt = now.lines.ask(line -> now.script.run(line, draft, id, key));
        if (receipt != null) {
          return key == null
              ? PubSubCodec.posted(draft, id, receipt)
              : PubSubCodec.posted(draft, key, receipt);
        }
        make(now, draft.topic());
      } catch (JedisConnectionException away) {
        if (System.nanoTime() - begun > TIMEOUT_NANOS) {
          throw RedisConnections.refusal(away);
        }
        LOG.log(System.Logger.Level.DEBUG, "A post is sent again.", Masking.trace(away));
        LockSupport.parkNanos(this, PAUSE_NANOS);
      } catch (JedisException refused) {
        throw RedisConnections.refusal(refused);
      }
    }
  }

  private void make(Open now, TopicName topic) {
    byte[] first = StreamCodec.bytes(before.applyAsLong(topic));
    now.lines.ask(
        line -> {
          line.sendCommand(Command.SET, now.keys.count(topic), first, StreamCodec.bytes("NX"));
          return Optional.ofNullable(line.getOne());
        });
  }

  /** Returns an empty page, because nothing is stored. */
  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    Open unused = opened();
    return new MessagePage(List.of(), after.orElseGet(LogPosition::start), false);
  }

  @Override
  public String name() {
    return "redis";
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
