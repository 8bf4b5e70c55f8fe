package dev.parley.bridge;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The session's event stream, open for as long as the bridge lives. After a cut it is taken up
 * again with the last event's id. It is the first to notice that the server is back or has
 * forgotten the session. Runs in a thread of its own.
 */
final class SseConnection implements Runnable {
  /** A refused connection on this machine costs next to nothing, and the agent is waiting. */
  private static final int LIMIT_NEAR_MILLIS = 500;

  private static final int LIMIT_MILLIS = 2_000;

  /** A token that was refused does not become good by asking. */
  private static final long UNAUTHORIZED_MILLIS = 30_000;

  private static final long HEALTHY_NANOS = 2_000_000_000L;
  private static final long FOR_EVER = Long.MAX_VALUE / 1_000_000L;

  private final BridgeConnection connection;
  private final McpClient link;
  private final ServerMessages inbound;
  private final BridgeLog log;
  private final Backoff backoff;
  private @Nullable ServerSession session;
  private @Nullable String lastEventId;

  SseConnection(
      BridgeOptions options,
      BridgeConnection connection,
      McpClient link,
      ServerMessages inbound,
      BridgeLog log) {
    this.connection = connection;
    this.link = link;
    this.inbound = inbound;
    this.log = log;
    this.backoff = new Backoff(options.server().isLoopback() ? LIMIT_NEAR_MILLIS : LIMIT_MILLIS);
  }

  @Override
  public void run() {
    try {
      while (!connection.isEnded()) {
        long wait = turn();
        connection.awaitChange(session, wait);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens once; returns how long to wait before the next time. */
  private long turn() {
    try {
      ServerSession open = connection.session();
      if (open != session) {
        session = open;
        lastEventId = null;
      }
      return listen(open);
    } catch (ServerCallException failure) {
      log.debug("no event stream:", failure.sentence());
      return after(failure);
    } catch (RuntimeException unexpected) {
      log.error("the event stream failed: " + unexpected);
      return backoff.next();
    }
  }

  private long after(ServerCallException failure) {
    ServerSession lost = session;
    if (failure.kind() == ServerCallException.Kind.FORGOTTEN && lost != null) {
      try {
        connection.sessionAfter(lost);
        return 0;
      } catch (ServerCallException again) {
        log.debug("no new session:", again.sentence());
      }
    }
    return switch (failure.kind()) {
      case NO_STREAM -> FOR_EVER;
      case UNAUTHORIZED -> UNAUTHORIZED_MILLIS;
      default -> backoff.next();
    };
  }

  private long listen(ServerSession in) throws ServerCallException {
    InFlight exchange = new InFlight();
    connection.listening(in, exchange);
    long since = System.nanoTime();
    HttpReply reply = link.listen(in, lastEventId, exchange);
    connection.askAgain(in);
    SseReader events = new SseReader(reply.stream(), lastEventId);
    boolean ended = false;
    boolean healthy = false;
    try (reply) {
      byte[] event;
      while ((event = events.next()) != null) {
        if (event.length > 0) {
          inbound.take(event, null);
          healthy = true;
        }
        lastEventId = events.lastEventId();
      }
      ended = true;
    } catch (IOException cut) {
      log.debug("the event stream was cut:", String.valueOf(cut.getMessage()));
    }
    if (healthy || System.nanoTime() - since > HEALTHY_NANOS) {
      backoff.reset();
    }
    return ended && events.retryMillis() >= 0 ? events.retryMillis() : backoff.next();
  }
}
