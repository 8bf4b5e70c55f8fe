package dev.parley.engine.backend.redis;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.OutcomeUnknown;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import java.util.regex.Pattern;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Connections to the server, and the meaning of its failures. A connection that fails is not used
 * again; a question that changes nothing is then asked once more, on a new one.
 */
final class RedisConnections implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RedisConnections.class.getName());
  private static final String SERVER = "The Redis server";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 5_000;
  private static final int MAX_IDLE = 8;

  /** Refusals of a server that is not able to serve at the moment; none has changed anything. */
  private static final Pattern NOT_NOW =
      Pattern.compile(
          "(?s)(LOADING|BUSY|OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS|TRYAGAIN|NOAUTH|NOPERM"
              + "|WRONGPASS)\\b.*");

  private final HostAndPort server;
  private final JedisClientConfig config;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  RedisConnections(URI address) {
    this.server = JedisURIHelper.getHostAndPort(address);
    DefaultJedisClientConfig.Builder settings =
        DefaultJedisClientConfig.builder()
            .resp2()
            .user(JedisURIHelper.getUser(address))
            .password(JedisURIHelper.getPassword(address))
            .database(JedisURIHelper.getDBIndex(address))
            .clientName("parley")
            .connectionTimeoutMillis(CONNECT_MILLIS)
            .socketTimeoutMillis(ANSWER_MILLIS);
    if (JedisURIHelper.isRedisSSLScheme(address)) {
      settings.sslOptions(SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL).build());
    }
    this.config = settings.build();
  }

  /**
   * A connection of the caller's own, to a server that answers.
   *
   * @param waiting how long its commands may wait at the server
   * @throws JedisConnectionException where there is none
   */
  Connection open(Duration waiting) {
    Connection line = null;
    try {
      line = new Connection(server, config);
      line.setSoTimeout(ANSWER_MILLIS + (int) waiting.toMillis());
      line.sendCommand(Command.PING);
      line.getOne();
      return line;
    } catch (JedisException e) {
      if (line != null) {
        cut(line);
      }
      throw e instanceof JedisConnectionException away ? away : new JedisConnectionException(e);
    }
  }

  /**
   * The answer to a question that changes nothing, or the same however often it is asked.
   *
   * @throws JedisException where there is none
   */
  <T> T ask(Function<Connection, T> question) {
    Connection known = idle.pollFirst();
    if (known != null) {
      try {
        return ask(known, question);
      } catch (JedisConnectionException stale) {
        cutIdle();
      }
    }
    return ask(open(Duration.ZERO), question);
  }

  private <T> T ask(Connection line, Function<Connection, T> question) {
    boolean good = false;
    try {
      T answer = question.apply(line);
      good = true;
      return answer;
    } catch (JedisDataException refused) {
      good = true;
      throw refused;
    } finally {
      if (good && !closed && idle.size() < MAX_IDLE) {
        idle.addFirst(line);
      } else {
        cut(line);
      }
    }
  }

  /** Returns true if the server answers now. */
  boolean isAnswered() {
    try {
      return ask(
          line -> {
            line.sendCommand(Command.PING);
            return line.getStatusCodeReply() != null;
          });
    } catch (JedisException away) {
      LOG.log(System.Logger.Level.DEBUG, "Redis does not answer.", Masking.trace(away));
      return false;
    }
  }

  /**
   * The replies to {@code count} commands that were sent; the first that is a refusal is thrown.
   */
  static List<Object> replies(Connection line, int count) {
    List<Object> replies = line.getMany(count);
    for (Object reply : replies) {
      if (reply instanceof JedisDataException refused) {
        throw refused;
      }
    }
    return replies;
  }

  /**
   * Returns the exception a caller gets for {@code failure}: a refusal where nothing was changed,
   * else {@code failure} itself.
   */
  static RuntimeException refusal(JedisException failure) {
    if (failure instanceof JedisDataException) {
      if (!isNotNow(failure)) {
        return failure;
      }
      LOG.log(System.Logger.Level.WARNING, "Redis refuses: {0}", Masking.message(failure));
    } else {
      LOG.log(System.Logger.Level.DEBUG, "Redis is away.", Masking.trace(failure));
    }
    return new ParleyException(new Unavailable(SERVER, RETRY_AFTER));
  }

  /** Returns the exception a caller gets whose request was sent and not answered. */
  static ParleyException outcomeUnknown() {
    return new ParleyException(new OutcomeUnknown(SERVER, RETRY_AFTER));
  }

  /** The reason the server is unreachable, for people. */
  static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null || cause == failure ? Masking.message(failure) : reason(cause);
  }

  private static boolean isNotNow(JedisException failure) {
    String words = failure.getMessage();
    return words != null && NOT_NOW.matcher(words).matches();
  }

  /** Closes a connection at once, even while another thread uses it. */
  static void cut(Connection line) {
    try {
      line.forceDisconnect();
    } catch (IOException | JedisException alreadyGone) {
      LOG.log(System.Logger.Level.TRACE, "A connection ended badly.", Masking.trace(alreadyGone));
    }
  }

  private void cutIdle() {
    Connection line = idle.pollFirst();
    while (line != null) {
      cut(line);
      line = idle.pollFirst();
    }
  }

  @Override
  public void close() {
    closed = true;
    cutIdle();
  }

  @Override
  public String toString() {
    return server.toString();
  }
}
