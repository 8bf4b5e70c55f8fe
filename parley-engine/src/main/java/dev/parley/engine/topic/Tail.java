package dev.parley.engine.topic;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The most recent entries of a topic, in a ring, at the places their numbers give. One thread
 * appends at a time, any number read without a lock. Each entry knows its number, so a reader
 * notices when it was overtaken. A number that no message has leaves a gap.
 */
final class Tail {
  private static final int FIRST_CAPACITY = 16;
  private static final int MAX_GAP = 16;

  private final int capacity;
  private volatile AtomicReferenceArray<@Nullable TopicEntry> ring;
  private volatile long first;
  private volatile long last;
  private volatile @Nullable Tail successor;

  /** The last number that was dropped to save memory. */
  private volatile long dropped;

  private volatile long bytes;

  /** Has room for at least {@code atLeast} entries, and at most the next power of two. */
  Tail(int atLeast) {
    capacity = Integer.highestOneBit(Math.max(1, atLeast - 1)) << 1;
    ring = new AtomicReferenceArray<>(Math.min(FIRST_CAPACITY, capacity));
  }

  /** Returns the number of the newest entry; 0 before the first. */
  long last() {
    return last;
  }

  /** Returns true before the first entry. */
  boolean isEmpty() {
    return last == 0;
  }

  /** Returns the number before the first entry there ever was; 0 before that. */
  long beforeFirst() {
    return last == 0 ? 0 : first - 1;
  }

  /** Returns the number of the oldest entry; one past {@link #last} where there is none. */
  long oldest() {
    for (; ; ) {
      long newest = last;
      TopicEntry found = after(0);
      if (found != null) {
        return found.seq;
      }
      if (newest == last) {
        return newest + 1;
      }
    }
  }

  /**
   * Returns true if {@code seq} comes next, or soon after the last: a wide gap needs a new tail.
   */
  boolean hasPlaceFor(long seq) {
    long before = last;
    return before == 0 || (seq > before && seq - before <= MAX_GAP);
  }

  /** Appends an entry with a greater number than all before. */
  synchronized void append(TopicEntry entry) {
    long before = last;
    if (entry.seq <= before) {
      throw new IllegalStateException("number " + entry.seq + " after " + before);
    }
    if (before == 0) {
      first = entry.seq;
    }
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    while (entry.seq - first >= slots.length() && slots.length() < capacity) {
      slots = grown(slots);
      ring = slots;
    }
    TopicEntry overwritten = slots.getAndSet(slot(slots, entry.seq), entry);
    bytes = bytes + entry.bytes() - (overwritten == null ? 0 : overwritten.bytes());
    last = entry.seq;
  }

  /** Returns about how many bytes its entries need. */
  long bytes() {
    return bytes;
  }

  /**
   * Drops the older half of its entries, to {@code upTo} at most, and never the last one.
   *
   * @return the number of bytes that are free now
   */
  synchronized long dropOlderHalf(long upTo) {
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    long from = oldest();
    long to = Math.min(Math.min(upTo, last - 1), from + (last - from) / 2);
    long freed = 0;
    for (long seq = from; seq <= to; seq++) {
      TopicEntry entry = at(seq);
      if (entry != null) {
        freed += entry.bytes();
        slots.set(slot(slots, seq), null);
      }
    }
    dropped = Math.max(dropped, to);
    bytes = bytes - freed;
    return freed;
  }

  /** Returns the entry {@code seq}, or null where it is gone, not there yet, or missing. */
  @Nullable TopicEntry at(long seq) {
    AtomicReferenceArray<@Nullable TopicEntry> slots = ring;
    TopicEntry entry = slots.get(slot(slots, seq));
    return entry != null && entry.seq == seq ? entry : null;
  }

  /** Returns the first entry after {@code seq} that is there. */
  @Nullable TopicEntry after(long seq) {
    long newest = last;
    long kept = Math.max(dropped, newest - capacity) + 1;
    for (long at = Math.max(Math.max(seq + 1, first), kept); at <= newest; at++) {
      TopicEntry entry = at(at);
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  /** Ends it: later entries are in {@code next}. */
  void continueIn(Tail next) {
    successor = next;
  }

  /** Returns the tail after this one; null while this one is in use. */
  @Nullable Tail successor() {
    return successor;
  }

  private static AtomicReferenceArray<@Nullable TopicEntry> grown(
      AtomicReferenceArray<@Nullable TopicEntry> old) {
    AtomicReferenceArray<@Nullable TopicEntry> wide = new AtomicReferenceArray<>(old.length() * 2);
    for (int i = 0; i < old.length(); i++) {
      TopicEntry entry = old.get(i);
      if (entry != null) {
        wide.set(slot(wide, entry.seq), entry);
      }
    }
    return wide;
  }

  private static int slot(AtomicReferenceArray<@Nullable TopicEntry> slots, long seq) {
    return (int) (seq & (slots.length() - 1));
  }
}
