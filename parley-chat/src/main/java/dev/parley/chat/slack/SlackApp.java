package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.engine.id.Sha256;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * The events of an app, for all logins of this process that use it: Slack sends each event to one
 * socket of the app, so two sockets would have half of the events each.
 */
final class SlackApp implements SlackSink {
  /** The apps that have logins, by the address and a digest of the token. Guarded by itself. */
  private static final Map<String, SlackApp> IN_USE = new HashMap<>();

  private final String key;
  private final SlackTimes times;
  private final SlackStream stream;
  private final List<SlackSink> sinks = new CopyOnWriteArrayList<>();

  /** Guarded by {@code this}, as is the next one. */
  private boolean isConnected;

  private boolean hasEnded;

  private SlackApp(String key, String base, SlackTokens tokens, SlackTimes times) {
    this.key = key;
    this.times = times;
    this.stream =
        new SlackStream(
            new SlackCalls(base, tokens.app(), SlackTokens.APP, times.call()), times, this);
  }

  /**
   * The app of {@code tokens}, whose events come to {@code sink} until it leaves.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where Slack refuses the
   *     token; {@code unavailable}
   */
  static SlackApp join(String base, SlackTokens tokens, SlackTimes times, SlackSink sink) {
    String key = base + " " + Sha256.hex(tokens.app());
    for (; ; ) {
      SlackApp app;
      synchronized (IN_USE) {
        app = IN_USE.computeIfAbsent(key, unused -> new SlackApp(key, base, tokens, times));
      }
      if (app.add(sink)) {
        return app;
      }
    }
  }

  private synchronized boolean add(SlackSink sink) {
    if (hasEnded || stream.hasStopped()) {
      end();
      return false;
    }
    sinks.add(sink);
    try {
      if (isConnected) {
        await(sink.connected());
      } else {
        stream.connect();
        isConnected = true;
      }
      return true;
    } catch (RuntimeException | Error refused) {
      leave(sink);
      throw refused;
    }
  }

  private void await(CompletableFuture<Void> passed) {
    try {
      passed.get(times.call().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      throw SlackAccount.unavailable(ChatFailure.unreachable("no events", late));
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw SlackAccount.unavailable(ChatFailure.unreachable("interrupted", ended));
    }
  }

  /** Ends the events of a sink; of the last one, the socket too. */
  synchronized void leave(SlackSink sink) {
    sinks.remove(sink);
    if (sinks.isEmpty() && !hasEnded) {
      end();
    }
  }

  private void end() {
    hasEnded = true;
    synchronized (IN_USE) {
      IN_USE.remove(key, this);
    }
    stream.close();
  }

  /** Returns true if a socket is open. */
  boolean isOpen() {
    return stream.isOpen();
  }

  @Override
  public CompletableFuture<Void> connected() {
    return CompletableFuture.allOf(
        sinks.stream().map(SlackSink::connected).toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public void take(JsonNode payload) {
    sinks.forEach(sink -> sink.take(payload));
  }

  @Override
  public void interrupted() {
    sinks.forEach(SlackSink::interrupted);
  }
}
