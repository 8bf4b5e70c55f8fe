package dev.parley.chat.slack;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatHttp;
import dev.parley.chat.http.ChatSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One socket of Socket Mode. Each envelope is acknowledged before its event is read, because Slack
 * waits 3 s for that alone.
 */
final class SlackSocket implements ChatSocket.Handler, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SlackSocket.class.getName());

  private final SlackTimes times;
  private final SlackSink sink;
  private final CompletableFuture<Void> hello = new CompletableFuture<>();

  /** Completed at the end; true where the other side still answers. */
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  private final long began = System.nanoTime();
  private volatile long heardAt = began;
  private volatile boolean hasPings;
  private volatile boolean isGreeted;
  private volatile @Nullable ChatSocket open;

  private SlackSocket(SlackTimes times, SlackSink sink) {
    this.times = times;
    this.sink = sink;
  }

  /**
   * A socket that has said hello, and whose events come.
   *
   * @throws ChatFailure {@code UNREACHABLE}
   */
  static SlackSocket connect(HttpClient client, URI address, SlackTimes times, SlackSink sink) {
    SlackSocket made = new SlackSocket(times, sink);
    ChatSocket open = ChatSocket.connect(client, address, times.call(), made);
    made.open = open;
    var unused = made.ended.thenAccept(answers -> end(open, answers));
    try {
      made.hello.get(times.call().toMillis(), TimeUnit.MILLISECONDS);
      return made;
    } catch (TimeoutException | ExecutionException silent) {
      made.close();
      throw ChatFailure.unreachable("the socket did not say hello", silent);
    } catch (InterruptedException closed) {
      made.close();
      Thread.currentThread().interrupt();
      throw ChatFailure.unreachable("interrupted", closed);
    }
  }

  private static void end(ChatSocket open, boolean answers) {
    if (answers) {
      open.close();
    } else {
      open.cut();
    }
  }

  /** Returns true if events come. */
  boolean isOpen() {
    return !ended.isDone();
  }

  /** Waits for the end, or makes it where the socket is silent for too long. */
  Duration awaitEnd() throws InterruptedException {
    while (!ended.isDone()) {
      try {
        var unused = ended.get(times.probe().toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException lasts) {
        probe();
      }
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private void probe() {
    Duration most = hasPings ? times.pings() : times.silence();
    ChatSocket current = open;
    if (System.nanoTime() - heardAt > most.toNanos()) {
      LOG.log(System.Logger.Level.DEBUG, "The socket to Slack is silent; it is replaced.");
      ended.complete(false);
    } else if (current != null) {
      current.ping(); // its end may be lost
    }
  }

  @Override
  public void ping(ChatSocket from) {
    hasPings = true;
    heardAt = System.nanoTime();
  }

  @Override
  public void text(ChatSocket from, String text) {
    heardAt = System.nanoTime();
    JsonNode frame;
    try {
      frame = ChatHttp.JSON.readTree(text);
    } catch (JacksonException broken) {
      LOG.log(System.Logger.Level.WARNING, "Slack sent a frame that is no JSON; it is ignored.");
      return;
    }
    String id = frame.path("envelope_id").asString("");
    if (!id.isEmpty()) {
      from.send(ChatHttp.JSON.createObjectNode().put("envelope_id", id).toString());
    }
    switch (frame.path("type").asString("")) {
      case "hello" -> {
        isGreeted = true;
        var unused = sink.connected().thenRun(() -> hello.complete(null));
      }
      case "disconnect" -> {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Slack asks for a new socket: {0}.",
            frame.path("reason").asString("no reason"));
        close();
      }
      case "events_api" -> sink.take(frame.path("payload"));
      default -> LOG.log(System.Logger.Level.TRACE, "Slack sent a frame of another type.");
    }
  }

  @Override
  public void closed(ChatSocket from, int code, String reason) {
    ended.complete(true);
    if (!isGreeted) { // else its events came, and their end is to be reported
      hello.completeExceptionally(ChatFailure.unreachable("the socket ended: " + code, null));
    }
  }

  @Override
  public void close() {
    ended.complete(true);
  }
}
