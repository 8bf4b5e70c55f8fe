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
 * Reads a topic backwards, from a number to another or to the oldest stored message. Backends read
 * forwards only, so it steps back over a stretch and reads that. Stretches grow, because most
 * callers want few messages.
 */
final class ReverseReader {
  private static final int FIRST_STRETCH = 32;
  private static final int MAX_STRETCH = 1_024;

  private final MessageBackend backend;
  private final SeekableBackend index;
  private final TopicName topic;
  private final Deque<StoredMessage> read = new ArrayDeque<>();
  private int stretch = FIRST_STRETCH;

  /** Messages at and before this number are not read. */
  private final long floor;

  /** The next message read comes before this number. */
  private long before;

  /**
   * Makes a reader of {@code topic} from the end, or from right before a number.
   *
   * @param index the same backend
   * @param floor the number where it ends; 0 at the beginning
   */
  ReverseReader(
      MessageBackend backend,
      SeekableBackend index,
      TopicName topic,
      OptionalLong before,
      long floor) {
    this.backend = backend;
    this.index = index;
    this.topic = topic;
    this.floor = floor;
    this.before = Math.min(before.orElse(Long.MAX_VALUE), end());
  }

  private long end() {
    MessagePage newest = backend.fetchAfter(topic, Optional.empty(), 1);
    return newest.messages().isEmpty() ? 1 : newest.messages().get(0).message().seq() + 1;
  }

  /** Returns the next message; null once there is none. */
  @Nullable StoredMessage head() {
    if (read.isEmpty() && before > floor + 1) {
      readOn();
    }
    return read.peekFirst();
  }

  /** Skips the next message. */
  void pass() {
    read.removeFirst();
  }

  private void readOn() {
    long after = Math.max(floor, before - 1 - stretch);
    MessagePage page = page(after);
    while (take(page) && page.hasMore()) {
      page = backend.fetchAfter(topic, Optional.of(page.next()), stretch);
    }
    before = read.isEmpty() ? floor : after + 1;
    stretch = Math.min(stretch * 2, MAX_STRETCH);
  }

  private MessagePage page(long after) {
    return backend.fetchAfter(topic, Optional.of(index.cursorAfter(topic, after)), stretch);
  }

  /** Takes a page; returns true if messages after the page may belong to the stretch too. */
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
