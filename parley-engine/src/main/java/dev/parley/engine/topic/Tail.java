package dev.parley.engine.topic;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The most recent entries of a topic, in a ring. One thread writes at a time, any number read
 * without a lock. Each entry has its own index, so a reader notices when it was overtaken.
 */
final class Tail {
  private static final int FIRST_CAPACITY = 16;

  private final int capacity;
  private volatile AtomicReferenceArray<@Nullable TopicEntry> ring;
  private volatile long last;

  /** Holds at least {@code atLeast} entries, and at most the next power of two. */
  Tail(int atLeast) {
    capacity = Integer.highestOneBit(Math.max(1, atLeast - 1)) << 1;
    ring = new AtomicReferenceArray<>(Math.min(FIRST_CAPACITY, capacity));
  }

  /** Returns the index of the newest entry; 0 before the first. */
  long last() {
    return last;
  }

  /** Returns the index of the oldest entry; one past {@link #last} where there is none. */
  long oldest() {
    return Math.max(1, last - capacity + 1);
  }

  void append(TopicEntry entry) {
    if (entry.index != last + 1) {
      throw new IllegalStateException("index " + entry.index + " after " + last);
    }
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    if (entry.index > slots.length() && slots.length() < capacity) {
      slots = grown(slots);
      ring = slots;
    }
    slots.set(slot(slots, entry.index), entry);
    last = entry.index;
  }

  /** Returns the entry at {@code index}, or null where it is gone or not there yet. */
  @Nullable TopicEntry at(long index) {
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    TopicEntry entry = slots.get(slot(slots, index));
    return entry != null && entry.index == index ? entry : null;
  }

  private AtomicReferenceArray<@Nullable TopicEntry> grown(
      AtomicReferenceArray<@Nullable TopicEntry> old) {
    AtomicReferenceArray<@Nullable TopicEntry> wide = new AtomicReferenceArray<>(old.length() * 2);
    for (int i = 0; i < old.length(); i++) {
      TopicEntry entry = old.get(i);
      if (entry != null) {
        wide.set(slot(wide, entry.index), entry);
      }
    }
    return wide;
  }

  private static int slot(AtomicReferenceArray<@Nullable TopicEntry> slots, long index) {
    return (int) (index & (slots.length() - 1));
  }
}
