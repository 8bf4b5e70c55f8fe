package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waits at the server for a reason to wake the client, and wakes it in the best way that is open.
 * Runs in a thread of its own; while no way is open it looks for one once a second.
 */
final class WakeLoop implements Runnable {
  private static final int BLOCK_MILLIS = 45_000;
  private static final int ANSWER_MILLIS = BLOCK_MILLIS + 10_000;
  private static final int LOOK_MILLIS = 1_000;

  /** A server that knows no wakes does not learn of them soon. */
  private static final int REFUSED_MILLIS = 30_000;

  private final BridgeConnection connection;
  private final McpClient link;
  private final List<Waker> wakers;
  private final BridgeLog log;
  private final Backoff backoff = new Backoff(2_000);
  private @Nullable String notReceived;
  private int asked;

  /**
   * @param wakers the ways there may be, the best first
   */
  WakeLoop(BridgeConnection connection, McpClient link, List<Waker> wakers, BridgeLog log) {
    this.connection = connection;
    this.link = link;
    this.wakers = wakers;
    this.log = log;
  }

  @Override
  public void run() {
    try {
      while (!connection.isEnded()) {
        Waker waker = ready();
        if (waker == null) {
          Thread.sleep(LOOK_MILLIS);
        } else {
          turn(waker);
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Waker ready() {
    for (Waker waker : wakers) {
      if (waker.isReady()) {
        return waker;
      }
    }
    return null;
  }

  private void turn(Waker waker) throws InterruptedException {
    try {
      JsonText answer =
          link.ask(connection.session(), request(waker.carriesMessages()), ANSWER_MILLIS);
      notReceived = null;
      backoff.reset();
      String text = answer.textAt("result", "text");
      if (text != null) {
        wake(waker, text, answer.member("result", "next"));
      } else if (answer.member("result") == null) {
        log.debug("no wait for a wake:", answer.line());
        Thread.sleep(REFUSED_MILLIS);
      }
    } catch (ServerCallException failure) {
      log.debug("no wait for a wake:", failure.sentence());
      Thread.sleep(backoff.next());
    }
  }

  private void wake(Waker waker, String text, @Nullable JsonText next) throws InterruptedException {
    try {
      waker.wake(text);
    } catch (IOException failed) {
      log.debug("the client was not woken:", String.valueOf(failed.getMessage()));
      notReceived = next == null ? null : next.raw();
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private byte[] request(boolean carriesMessages) {
    asked++;
    return ("{\"jsonrpc\":\"2.0\",\"id\":\"parley-wake-"
            + asked
            + "\",\"method\":\"parley/wake\",\"params\":{\"block_ms\":"
            + BLOCK_MILLIS
            + ",\"with_messages\":"
            + carriesMessages
            + (notReceived == null ? "" : ",\"not_received\":".concat(notReceived))
            + "}}")
        .getBytes(UTF_8);
  }
}
