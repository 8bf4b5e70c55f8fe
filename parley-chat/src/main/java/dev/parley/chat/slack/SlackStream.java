package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.InvalidArgument;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of Socket Mode, one after the other. One thread alone connects again: the address of
 * a socket is good for one connection.
 */
final class SlackStream implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SlackStream.class.getName());

  /** The refusals that a repeat does not change. */
  private static final Set<String> FINAL =
      Set.of("missing_scope", "not_allowed_token_type", "no_permission", "access_denied");

  private final SlackCalls calls;
  private final SlackTimes times;
  private final SlackSink sink;
  private final Thread owner = DaemonThreads.of("parley-slack-socket", this::run);
  private volatile @Nullable SlackSocket socket;
  private volatile boolean isClosed;
  private volatile boolean hasStopped;

  /**
   * Sockets that do not exist yet.
   *
   * @param calls calls with the token of the app
   */
  SlackStream(SlackCalls calls, SlackTimes times, SlackSink sink) {
    this.calls = calls;
    this.times = times;
    this.sink = sink;
  }

  /**
   * Connects, and stays connected from then on.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where Slack refuses the
   *     token; {@code unavailable}
   */
  void connect() {
    SlackAnswer answer;
    try {
      answer = ask();
      if (answer.isOk()) {
        socket = opened(answer);
      }
    } catch (ChatFailure failure) {
      throw SlackAccount.unavailable(failure);
    }
    if (!answer.isOk()) {
      boolean isScope = answer.error().equals("missing_scope");
      throw InvalidArgument.refusal(
          "bus",
          "Slack refused the token of "
              + SlackTokens.APP
              + " for Socket Mode: "
              + (isScope ? "it lacks the scope connections:write" : answer.reason()));
    }
    owner.start();
  }

  /** Returns true if a socket is open. */
  boolean isOpen() {
    SlackSocket current = socket;
    return current != null && current.isOpen();
  }

  /** Returns true if Slack will never let it connect again. */
  boolean hasStopped() {
    return hasStopped;
  }

  private SlackAnswer ask() {
    return calls.ask("apps.connections.open", Map.of());
  }

  private SlackSocket opened(SlackAnswer answer) {
    URI address = URI.create(answer.body().path("url").asString(""));
    boolean isSafe = "wss".equals(address.getScheme()) || SlackChat.isLoopback(address);
    if (!isSafe) {
      throw ChatFailure.unreachable("Slack named a socket without TLS", null);
    }
    return SlackSocket.connect(calls.client(), address, times, sink);
  }

  private void run() {
    Reconnects waits = new Reconnects(times.firstRetry(), times.lastRetry());
    try {
      while (!isClosed) {
        SlackSocket current = socket;
        if (current != null) {
          Duration lasted = current.awaitEnd();
          sink.interrupted();
          if (lasted.compareTo(times.lastRetry()) >= 0) {
            waits.reset();
          }
          socket = null;
        }
        Thread.sleep(waits.next().toMillis());
        if (!isClosed && !again()) {
          hasStopped = true;
          return;
        }
      }
    } catch (InterruptedException ended) {
      LOG.log(System.Logger.Level.TRACE, "The socket is closed.");
    }
  }

  /** Connects once more; false where Slack will never let it. */
  private boolean again() throws InterruptedException {
    try {
      SlackAnswer answer = ask();
      if (answer.isOk()) {
        socket = opened(answer);
        return true;
      }
      if (SlackCalls.isNoLogin(answer.error())) {
        return false; // which is in the log already
      }
      boolean isFinal = FINAL.contains(answer.error());
      LOG.log(
          isFinal ? System.Logger.Level.ERROR : System.Logger.Level.WARNING,
          isFinal
              ? "Slack refuses a socket: {0}. No events come any more; renew {1} and restart"
                  + " Parley."
              : "Slack refuses a socket: {0}. The token of {1} is tried again.",
          answer.reason(),
          SlackTokens.APP);
      return !isFinal;
    } catch (ChatFailure failure) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The socket to Slack could not be opened; retrying. {0}",
          Masking.message(failure));
      Thread.sleep(failure.retryAfter().toMillis());
      return true;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    owner.interrupt();
    SlackSocket current = socket;
    if (current != null) {
      current.close();
    }
    try {
      owner.join(times.call().toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    SlackSocket late = socket;
    if (late != null) {
      late.close();
    }
  }
}
