package dev.parley.engine.topic;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The most recent entries of a topic, in a ring. One thread writes at a time, any number read
 * without a lock: an entry carries its own position, so a reader sees when it was overtaken.
 */
final class Tail {
  private static final int FIRST_CAPACITY = 16;

  private final int capacity;
  private volatile AtomicReferenceArray<@Nullable TopicEntry> ring;
  private volatile long last;

  /** Keeps {@code atLeast} entries, and up to the next power of two. */
  Tail(int atLeast) {
    capacity = Integer.highestOneBit(Math.max(1, atLeast - 1)) << 1;
    ring = new AtomicReferenceArray<>(Math.min(FIRST_CAPACITY, capacity));
  }

  /** The position of the newest entry; 0 before the first. */
  long last() {
    return last;
  }

  /** The position of the oldest entry kept; one past {@link #last} where there is none. */
  long oldest() {
    return Math.max(1, last - capacity + 1);
  }

  void append(TopicEntry entry) {
    if (entry.position != last + 1) {
      throw new IllegalStateException("position " + entry.position + " after " + last);
    }
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    if (entry.position > slots.length() && slots.length() < capacity) {
      slots = grown(slots);
      ring = slots;
    }
    slots.set(slot(slots, entry.position), entry);
    last = entry.position;
  }

  /** The entry at {@code position}, or null where it is not kept any more or not there yet. */
  @Nullable TopicEntry at(long position) {
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    TopicEntry entry = slots.get(slot(slots, position));
    return entry != null && entry.position == position ? entry : null;
  }

  private AtomicReferenceArray<@Nullable TopicEntry> grown(
      AtomicReferenceArray<@Nullable TopicEntry> old) {
    AtomicReferenceArray<@Nullable TopicEntry> wide = new AtomicReferenceArray<>(old.length() * 2);
    for (int i = 0; i < old.length(); i++) {
      TopicEntry entry = old.get(i);
      if (entry != null) {
        wide.set(slot(wide, entry.position), entry);
      }
    }
    return wide;
  }

  private static int slot(AtomicReferenceArray<@Nullable TopicEntry> slots, long position) {
    return (int) (position & (slots.length() - 1));
  }
}
