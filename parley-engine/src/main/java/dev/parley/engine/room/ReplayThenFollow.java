package dev.parley.engine.room;

import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays a log from its beginning and then follows it. Messages delivered during the replay wait
 * until it is done. Each message is passed on once, in order, even where the replay fails and is
 * repeated.
 */
final class ReplayThenFollow {
  private static final int PAGE = 256;

  private final Consumer<StoredMessage> follower;
  private @Nullable List<StoredMessage> early = new ArrayList<>();
  private long last;

  ReplayThenFollow(Consumer<StoredMessage> follower) {
    this.follower = follower;
  }

  /** Takes a message the backend delivers. */
  synchronized void take(StoredMessage stored) {
    List<StoredMessage> waiting = early;
    if (waiting == null) {
      pass(stored);
    } else {
      waiting.add(stored);
    }
  }

  /**
   * Replays {@code topic} from {@code beginning}; the backend already delivers its new messages.
   */
  void read(MessageBackend backend, TopicName topic, Cursor beginning) {
    MessagePage page = backend.fetchAfter(topic, Optional.of(beginning), PAGE);
    pass(page);
    while (page.hasMore()) {
      page = backend.fetchAfter(topic, Optional.of(page.next()), PAGE);
      pass(page);
    }
    follow();
  }

  private synchronized void pass(MessagePage page) {
    page.messages().forEach(this::pass);
  }

  private synchronized void follow() {
    List<StoredMessage> waiting = early;
    early = null;
    if (waiting != null) {
      waiting.forEach(this::pass);
    }
  }

  private void pass(StoredMessage stored) {
    if (stored.message().seq() > last) {
      last = stored.message().seq();
      follower.accept(stored);
    }
  }
}
