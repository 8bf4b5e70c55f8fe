package dev.parley.engine.room;

import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a log on from its beginning: what is told of it meanwhile waits until all before was read.
 * Each message is handed on once, in order, also where reading failed and begins again.
 */
final class CatchUp {
  private static final int PAGE = 256;

  private final Consumer<Stored> follower;
  private @Nullable List<Stored> early = new ArrayList<>();
  private long last;

  CatchUp(Consumer<Stored> follower) {
    this.follower = follower;
  }

  /** What the store tells. */
  synchronized void take(Stored stored) {
    List<Stored> waiting = early;
    if (waiting == null) {
      hand(stored);
    } else {
      waiting.add(stored);
    }
  }

  /** Reads {@code topic} from {@code beginning}, which its store already tells of. */
  void read(MessageBackend store, TopicName topic, Cursor beginning) {
    Page page = store.fetchAfter(topic, Optional.of(beginning), PAGE);
    hand(page);
    while (page.hasMore()) {
      page = store.fetchAfter(topic, Optional.of(page.next()), PAGE);
      hand(page);
    }
    goOn();
  }

  private synchronized void hand(Page page) {
    page.messages().forEach(this::hand);
  }

  private synchronized void goOn() {
    List<Stored> waiting = early;
    early = null;
    if (waiting != null) {
      waiting.forEach(this::hand);
    }
  }

  private void hand(Stored stored) {
    if (stored.message().seq() > last) {
      last = stored.message().seq();
      follower.accept(stored);
    }
  }
}
