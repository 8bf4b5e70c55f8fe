package dev.parley.chat.http;

import dev.parley.chat.ChatFailure;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket that passes whole texts on, and reports its end once.
 *
 * <p>The client of the JDK loses the end of a connection that comes without a close frame between
 * the arrival of a text, ping or pong and the end of the method that takes it: it then reports
 * nothing more. Such an end is found where something is sent, at the third time at the latest, so
 * users send texts or {@link #ping} at intervals.
 */
public final class ChatSocket implements AutoCloseable {

  /** Receives what comes. The methods are called by one thread at a time and return quickly. */
  public interface Handler {
    /** Takes a text. */
    void text(ChatSocket socket, String text);

    /**
     * Takes note of the end.
     *
     * @param code the code of the close; 1006 where the connection was cut
     */
    void closed(ChatSocket socket, int code, String reason);

    /** Takes note of a ping of the other side, which is answered. */
    default void ping(ChatSocket socket) {}
  }

  /** The most UTF-16 units of one text. */
  static final int MAX_TEXT = 8 << 20;

  private static final int CUT = 1006;
  private static final int NORMAL = 1000;
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final Handler handler;
  private final StringBuilder text = new StringBuilder();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private @Nullable WebSocket socket;
  private CompletableFuture<@Nullable WebSocket> sent = CompletableFuture.completedFuture(null);
  private @Nullable CompletableFuture<WebSocket> pinged;

  private ChatSocket(Handler handler) {
    this.handler = handler;
  }

  /**
   * Connects.
   *
   * @throws ChatFailure {@code UNREACHABLE}
   */
  public static ChatSocket connect(
      HttpClient client, URI address, Duration timeout, Handler handler) {
    ChatSocket made = new ChatSocket(handler);
    try {
      CompletableFuture<WebSocket> opening =
          client
              .newWebSocketBuilder()
              .connectTimeout(timeout)
              .buildAsync(address, made.new Listener());
      WebSocket socket = opening.join();
      synchronized (made) {
        made.socket = socket;
      }
      socket.request(1);
      return made;
    } catch (CompletionException failed) {
      throw ChatFailure.unreachable("no WebSocket", failed.getCause());
    }
  }

  /** Sends a text, after those sent before. A text that cannot be sent ends the socket. */
  public synchronized void send(String words) {
    WebSocket open = socket;
    if (open != null) {
      sent =
          sent.exceptionally(failed -> null) // it has ended the socket
              .thenCompose(before -> open.sendText(words, true))
              .whenComplete((done, failed) -> abortIf(failed));
    }
  }

  /** Sends a ping, unless one is being sent. A ping that cannot be sent ends the socket. */
  public synchronized void ping() {
    WebSocket open = socket;
    if (open != null && (pinged == null || pinged.isDone())) {
      pinged =
          open.sendPing(ByteBuffer.allocate(0)).whenComplete((done, failed) -> abortIf(failed));
    }
  }

  private void abortIf(@Nullable Throwable failed) {
    if (failed != null) {
      cut();
    }
  }

  /** Ends the socket with a close, which the other side may answer. */
  public void close(int code) {
    WebSocket open = opened();
    if (open != null) {
      var unused =
          open.sendClose(code, "")
              .orTimeout(CLOSING.toMillis(), TimeUnit.MILLISECONDS)
              .whenComplete((done, failed) -> open.request(1));
    }
    end(code, "closed here");
  }

  /** Ends the socket as if the network had. */
  public void cut() {
    WebSocket open = opened();
    if (open != null) {
      open.abort();
    }
    end(CUT, "cut");
  }

  @Override
  public void close() {
    close(NORMAL);
  }

  private synchronized @Nullable WebSocket opened() {
    return socket;
  }

  private void end(int code, String reason) {
    if (isClosed.compareAndSet(false, true)) {
      handler.closed(this, code, reason);
    }
  }

  private final class Listener implements WebSocket.Listener {
    @Override
    public void onOpen(WebSocket opened) {
      // the first text is asked for when the socket is known
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket open, CharSequence piece, boolean last) {
      text.append(piece);
      if (text.length() > MAX_TEXT) {
        cut();
      } else if (last) {
        String whole = text.toString();
        text.setLength(0);
        if (!isClosed.get()) {
          handler.text(ChatSocket.this, whole);
        }
      }
      open.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket open, ByteBuffer message) {
      handler.ping(ChatSocket.this);
      open.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket open, int code, String reason) {
      end(code, reason);
      return null;
    }

    @Override
    public void onError(WebSocket open, Throwable failed) {
      end(CUT, String.valueOf(failed.getMessage()));
    }
  }
}
