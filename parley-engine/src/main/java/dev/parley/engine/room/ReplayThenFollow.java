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
 * Takes a log on from its beginning: what is told of it meanwhile waits until all before was read.
 * Each message is handed on once, in order, also where reading failed and begins again.
 */
final class ReplayThenFollow {
  private static final int PAGE = 256;

  private final Consumer<StoredMessage> follower;
  private @Nullable List<StoredMessage> early = new ArrayList<>();
  private long last;

  ReplayThenFollow(Consumer<StoredMessage> follower) {
    this.follower = follower;
  }

  /** What the store tells. */
  synchronized void take(StoredMessage stored) {
    List<StoredMessage> waiting = early;
    if (waiting == null) {
      hand(stored);
    } else {
      waiting.add(stored);
    }
  }

  /** Reads {@code topic} from {@code beginning}, which its store already tells of. */
  void read(MessageBackend store, TopicName topic, Cursor beginning) {
    MessagePage page = store.fetchAfter(topic, Optional.of(beginning), PAGE);
    hand(page);
    while (page.hasMore()) {
      page = store.fetchAfter(topic, Optional.of(page.next()), PAGE);
      hand(page);
    }
    goOn();
  }

  private synchronized void hand(MessagePage page) {
    page.messages().forEach(this::hand);
  }

  private synchronized void goOn() {
    List<StoredMessage> waiting = early;
    early = null;
    if (waiting != null) {
      waiting.forEach(this::hand);
    }
  }

  private void hand(StoredMessage stored) {
    if (stored.message().seq() > last) {
      last = stored.message().seq();
      follower.accept(stored);
    }
  }
}
