package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jivesoftware.smack.packet.Message;

/** The messages that were sent and that the room has not sent back yet. */
final class XmppPosts {

  private record Post(XmppLink link, String room, CompletableFuture<Original> sent) {}

  private final Map<String, Post> byId = new ConcurrentHashMap<>();
  private final Duration patience;

  /** Posts that wait for {@code patience}. */
  XmppPosts(Duration patience) {
    this.patience = patience;
  }

  /**
   * Sends a message and waits until the room sends it back.
   *
   * @return the id that the room gave it, and the time
   */
  Original send(XmppLink link, String room, Message message) {
    CompletableFuture<Original> sent = new CompletableFuture<>();
    byId.put(message.getStanzaId(), new Post(link, room, sent));
    try {
      link.send(message);
      return sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw ChatFailure.unknown("the room did not send the message back", late);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw ChatFailure.unknown("interrupted", ended);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ChatFailure failure
          ? failure
          : new IllegalStateException(failed.getCause());
    } finally {
      byId.remove(message.getStanzaId());
    }
  }

  /** Takes note that a message of this account came back. */
  void isSent(String room, String id, Original original) {
    Post post = byId.get(id);
    if (post != null && post.room().equals(room)) {
      post.sent().complete(original);
    }
  }

  /** Takes note that the room answered a message with an error. */
  void isRefused(String room, String id, ChatFailure failure) {
    Post post = byId.get(id);
    if (post != null && post.room().equals(room)) {
      post.sent().completeExceptionally(failure);
    }
  }

  /** Ends the waits for messages that were sent over a link that has ended. */
  void isLost(XmppLink link, Exception reason) {
    for (Post post : byId.values()) {
      if (post.link() == link) {
        post.sent().completeExceptionally(ChatFailure.unknown("the connection was cut", reason));
      }
    }
  }
}
