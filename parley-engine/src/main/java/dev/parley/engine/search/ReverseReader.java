package dev.parley.engine.search;

import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic from a position back to another, or to what is kept of its beginning. Stores read
 * forwards only, so it steps back over a stretch and reads that; stretches grow, as most who ask
 * want little.
 */
final class ReverseReader {
  private static final int FIRST_STRETCH = 32;
  private static final int MAX_STRETCH = 1_024;

  private final MessageBackend store;
  private final SeekableBackend index;
  private final TopicName topic;
  private final Deque<StoredMessage> read = new ArrayDeque<>();
  private int stretch = FIRST_STRETCH;

  /** What stands there and before is not read. */
  private final long floor;

  /** What is read next stands before this. */
  private long before;

  /**
   * A reading of {@code topic} from the end, or from right before a position.
   *
   * @param index the same store
   * @param floor where it ends; 0 at the beginning
   */
  ReverseReader(
      MessageBackend store,
      SeekableBackend index,
      TopicName topic,
      OptionalLong before,
      long floor) {
    this.store = store;
    this.index = index;
    this.topic = topic;
    this.floor = floor;
    this.before = Math.min(before.orElse(Long.MAX_VALUE), end());
  }

  private long end() {
    MessagePage newest = store.fetchAfter(topic, Optional.empty(), 1);
    return newest.messages().isEmpty() ? 1 : newest.messages().get(0).message().seq() + 1;
  }

  /** The message that comes next; null once there is none. */
  @Nullable StoredMessage head() {
    if (read.isEmpty() && before > floor + 1) {
      readOn();
    }
    return read.peekFirst();
  }

  /** Passes over the head. */
  void pass() {
    read.removeFirst();
  }

  private void readOn() {
    long after = Math.max(floor, before - 1 - stretch);
    MessagePage page = page(after);
    while (take(page) && page.hasMore()) {
      page = store.fetchAfter(topic, Optional.of(page.next()), stretch);
    }
    before = read.isEmpty() ? floor : after + 1;
    stretch = Math.min(stretch * 2, MAX_STRETCH);
  }

  private MessagePage page(long after) {
    return store.fetchAfter(topic, Optional.of(index.cursorAfter(topic, after)), stretch);
  }

  /** Takes what stands before; answers whether what follows the page may stand there too. */
  private boolean take(MessagePage page) {
    for (StoredMessage stored : page.messages()) {
      if (stored.message().seq() >= before) {
        return false;
      }
      read.addFirst(stored);
    }
    return !page.messages().isEmpty();
  }
}
