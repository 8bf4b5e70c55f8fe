package dev.parley.engine.backend.nats;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An open connection to the servers, and the one way to ask something of them. */
final class NatsConnection {
  private static final System.Logger LOG = System.getLogger(NatsConnection.class.getName());
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration RECONNECT_WAIT = Duration.ofMillis(100);
  private static final Duration PING_INTERVAL = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = 10_000_000;
  private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);

  /** Something asked of the servers that may be asked again: its effect is the same then. */
  @FunctionalInterface
  interface Request<T> {
    T send() throws IOException, JetStreamApiException;
  }

  private final Connection connection;
  private final JetStream streams;
  private final JetStreamManagement management;
  private final Duration timeout;

  /** True if another connection of this node logs outages already. */
  private final boolean besides;

  private final Duration answerWithin;

  /**
   * Set after the first event of an outage, since every attempt to reconnect ends in another event.
   */
  private final AtomicBoolean away = new AtomicBoolean();

  private final AtomicLong loggedAt =
      new AtomicLong(System.nanoTime() - LOG_INTERVAL.toNanos() - 1);

  private volatile Runnable onReturn = () -> {};
  private volatile boolean closed;

  /**
   * Connects.
   *
   * @throws ParleyException {@code unavailable}
   */
  NatsConnection(NatsSettings settings) {
    this.timeout = settings.timeout();
    this.besides = settings.inMemory();
    this.answerWithin = timeout.dividedBy(4);
    try {
      this.connection = Nats.connect(options(settings));
      JetStreamOptions options = JetStreamOptions.builder().requestTimeout(answerWithin).build();
      this.streams = connection.jetStream(options);
      this.management = connection.jetStreamManagement(options);
    } catch (IOException away) {
      throw refusal(away);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw refusal(interrupted);
    }
  }

  /** Nothing is buffered while the servers are away: a post that is refused was not sent. */
  private Options options(NatsSettings settings) {
    return new Options.Builder()
        .server(settings.servers())
        .connectionName("parley")
        .connectionTimeout(timeout)
        .maxReconnects(-1)
        .reconnectWait(RECONNECT_WAIT)
        .reconnectBufferSize(0)
        .pingInterval(PING_INTERVAL)
        .connectionListener((of, event) -> happened(event))
        .errorListener(new Quiet())
        .build();
  }

  private void happened(Events event) {
    if (closed) {
      return;
    }
    if (event == Events.DISCONNECTED && away.compareAndSet(false, true)) {
      LOG.log(
          besides ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
          "The NATS server is away. Posts wait for it a moment and are refused then.");
    } else if (event == Events.RESUBSCRIBED && away.compareAndSet(true, false)) {
      LOG.log(
          besides ? System.Logger.Level.DEBUG : System.Logger.Level.INFO,
          "The NATS server is back; followers get the messages they missed.");
      onReturn.run();
    }
  }

  /** Sets an action that runs, quickly, whenever the servers are reachable again. */
  void onReturn(Runnable action) {
    onReturn = action;
  }

  boolean isUp() {
    return connection.getStatus() == Connection.Status.CONNECTED;
  }

  /** Returns true if the servers answer now. */
  boolean isAnswered() {
    try {
      return isUp() && !connection.RTT().isNegative();
    } catch (IOException | IllegalStateException away) { // cancelled where the connection breaks
      LOG.log(System.Logger.Level.DEBUG, "The NATS server does not answer.", Masking.trace(away));
      return false;
    }
  }

  Connection connection() {
    return connection;
  }

  JetStream streams() {
    return streams;
  }

  JetStreamManagement management() {
    return management;
  }

  /** The longest silence of the servers that is no sign of trouble. */
  Duration timeout() {
    return timeout;
  }

  /** The time one answer is waited for. */
  Duration answerWithin() {
    return answerWithin;
  }

  /**
   * Asks, and asks again where there is no answer, until the timeout. An interrupt does not cut it
   * short, because the outcome would be unknown then; it is set again afterwards.
   *
   * @throws ParleyException {@code unavailable}
   */
  <T> T ask(Request<T> request) {
    boolean interrupted = Thread.interrupted();
    try {
      long deadline = System.nanoTime() + timeout.toNanos();
      while (true) {
        @Nullable Exception failure = null;
        try {
          if (isUp()) {
            return request.send();
          }
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
          failure = e;
        }
        interrupted |= Thread.interrupted();
        if (closed || System.nanoTime() - deadline > 0) {
          throw refusal(failure);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private ParleyException refusal(@Nullable Exception cause) {
    if (cause != null) {
      LOG.log(
          isToBeLogged() ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG,
          "NATS JetStream did not do what it was asked: {0}",
          Masking.message(cause));
      LOG.log(System.Logger.Level.DEBUG, "NATS JetStream failed.", Masking.trace(cause));
    }
    return new ParleyException(new Unavailable("The message broker", RETRY_AFTER));
  }

  /** Returns true if a failure is to be logged as a warning: of many at once, only one is. */
  private boolean isToBeLogged() {
    long now = System.nanoTime();
    long before = loggedAt.get();
    return now - before > LOG_INTERVAL.toNanos() && loggedAt.compareAndSet(before, now);
  }

  void close() {
    closed = true;
    boolean interrupted = Thread.interrupted();
    try {
      connection.close();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Logs little: a caller gets every failure that matters as its answer, so the rest is logged at
   * debug level.
   */
  private static final class Quiet implements ErrorListener {
    @Override
    public void errorOccurred(Connection connection, String error) {
      LOG.log(System.Logger.Level.DEBUG, "The NATS server says: {0}", Masking.masked(error));
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception e) {
      LOG.log(System.Logger.Level.DEBUG, "The connection to NATS failed.", Masking.trace(e));
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Followers are slower than their topics. What was dropped is read again.");
    }
  }
}
