package dev.parley.engine.backend.redis;

import dev.parley.engine.id.Ulids;
import dev.parley.engine.log.CatchUp;
import dev.parley.engine.logging.Masking;
import dev.parley.id.AgentId;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.spi.HealthAware;
import dev.parley.spi.IdempotentPosts;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
import dev.parley.spi.SeekableBackend;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Keeps topics as streams of one Redis server, 6.2 or later. {@link #post} returns when the server
 * has answered. Only with its settings {@code appendonly yes} and {@code appendfsync always} is
 * that kept whatever happens to it then; with {@code everysec} it may lose two seconds. The time of
 * a message is the server's.
 *
 * <p>A post that was sent and not answered is sent again for ten seconds and taken once. After that
 * it fails with {@code internal_error}, as nobody knows whether the server has it. Everything else
 * that meets an absent server is refused with {@code unavailable}, at the latest after some
 * seconds; followers go on where they were when it is back.
 *
 * <p>A server may come back with less than it had confirmed, and give out sequence numbers again. A
 * cursor of a lost message is then refused with {@code position_lost}, as far as the message that
 * has its sequence number now is kept.
 */
public final class RedisBackend
    implements MessageBackend, IdempotentPosts, SeekableBackend, HealthAware {
  private static final System.Logger LOG = System.getLogger(RedisBackend.class.getName());

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final int PAGE = 256;

  private record Open(
      RedisConnections lines, StreamReader logs, StreamAppender posts, StreamFollower listening) {}

  private final URI address;
  private final String prefix;
  private final ToLongFunction<TopicName> before;
  private final Retention bound;
  private final Duration timeout;
  private volatile @Nullable Open open;

  /**
   * A backend to be connected.
   *
   * @param address {@code redis://[[user]:password@]host[:port][/database]}, or {@code rediss} for
   *     TLS
   * @param prefix what the names of all keys begin with
   * @param before the sequence number before the first message of a topic that is created; below
   *     10^15
   * @param bound how much of each topic is kept; the server applies it in whole blocks, so up to
   *     some hundred messages more are kept, and in a topic that is posted to, up to 64 posts
   *     longer
   */
  public RedisBackend(
      URI address, String prefix, ToLongFunction<TopicName> before, Retention bound) {
    this(address, prefix, before, bound, DEFAULT_TIMEOUT);
  }

  /** Like the other; a post that is not answered is sent again for {@code timeout}. */
  RedisBackend(
      URI address,
      String prefix,
      ToLongFunction<TopicName> before,
      Retention bound,
      Duration timeout) {
    if (!JedisURIHelper.isRedisScheme(address) && !JedisURIHelper.isRedisSSLScheme(address)) {
      throw new IllegalArgumentException("the address of a Redis server begins with redis://");
    }
    this.address = address;
    this.prefix = prefix;
    this.before = before;
    this.bound = bound;
    this.timeout = timeout;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ParleyException {@code unavailable} where the server does not answer
   */
  @Override
  public synchronized void connect() {
    if (open == null) {
      RedisConnections lines = new RedisConnections(address);
      try {
        warnWhereItForgets(lines);
      } catch (JedisException away) {
        lines.close();
        LOG.log(
            System.Logger.Level.WARNING,
            "Redis at {0} does not answer ({1}): start it, or name another with --bus.",
            lines,
            RedisConnections.reason(away));
        LOG.log(System.Logger.Level.DEBUG, "Redis does not answer.", Masking.trace(away));
        throw RedisConnections.refusal(away);
      }
      Keys keys = new Keys(prefix);
      String node = Ulids.next();
      StreamReader logs = new StreamReader(lines, keys, before);
      StreamAppender posts =
          new StreamAppender(lines, logs, new AppendScript(keys, node, bound), timeout);
      StreamFollower listening = new StreamFollower(lines, logs, keys, node, posts::suspect);
      listening.start();
      open = new Open(lines, logs, posts, listening);
    }
  }

  private static void warnWhereItForgets(RedisConnections lines) {
    String known =
        lines.ask(
            line -> {
              line.sendCommand(Command.INFO, "persistence");
              return line.getBulkReply();
            });
    if (known.contains("aof_enabled:0")) {
      warn(lines, "writes no append-only file: what is posted may be lost when it ends");
    } else if (lines.ask(RedisBackend::isWrittenLater)) {
      warn(lines, "has not appendfsync always: the last seconds may be lost when it is killed");
    }
  }

  private static boolean isWrittenLater(Connection line) {
    line.sendCommand(Command.CONFIG, "GET", "appendfsync");
    try {
      List<String> setting = line.getMultiBulkReply();
      return setting.size() == 2 && !setting.get(1).equals("always");
    } catch (JedisDataException unknown) {
      return false;
    }
  }

  private static void warn(RedisConnections lines, String what) {
    LOG.log(System.Logger.Level.WARNING, "Redis at {0} {1}.", lines, what);
  }

  @Override
  public synchronized void disconnect() {
    Open was = open;
    open = null;
    if (was != null) {
      was.listening.close();
      was.posts.close();
      was.lines.close();
    }
  }

  @Override
  public Subscription follow(
      TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower) {
    Open now = opened();
    try {
      return from.isPresent()
          ? CatchUp.follow(
              live -> now.listening.follow(topic, live),
              after -> now.logs.after(topic, after, PAGE),
              from.get(),
              follower)
          : now.listening.follow(topic, follower).subscription();
    } catch (JedisException e) {
      throw RedisConnections.refusal(e);
    }
  }

  @Override
  public StoredMessage post(MessageDraft draft) {
    return opened().posts.post(draft, null);
  }

  /** {@inheritDoc} The server knows a key for one hour, for all nodes. */
  @Override
  public StoredMessage post(MessageDraft draft, IdempotencyKey key) {
    return opened().posts.post(draft, key);
  }

  @Override
  public MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit) {
    Open now = opened();
    if (limit < 1) {
      throw InvalidArgument.refusal("limit", "it must be 1 or more");
    }
    try {
      return after.isPresent()
          ? now.logs.after(topic, after.get(), limit)
          : now.logs.newest(topic, limit);
    } catch (JedisException e) {
      throw RedisConnections.refusal(e);
    }
  }

  @Override
  public Cursor cursorAfter(TopicName topic, long seq) {
    Open now = opened();
    try {
      return StreamPosition.at(now.logs.end(topic).log(), seq).cursor();
    } catch (JedisException e) {
      throw RedisConnections.refusal(e);
    }
  }

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String resolveIdentity(AgentId agent) {
    opened();
    return agent.value();
  }

  @Override
  public boolean isReachable() {
    Open now = open;
    return now != null && now.lines.isAnswered();
  }

  @Override
  public int unconfirmed() {
    Open now = open;
    return now == null ? 0 : now.posts.unconfirmed();
  }

  private Open opened() {
    Open now = open;
    if (now == null) {
      throw new IllegalStateException("the backend is not connected");
    }
    return now;
  }
}
