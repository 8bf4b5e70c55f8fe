package dev.parley.engine.topic;

import java.util.Arrays;

/**
 * The numbers of the messages of one topic that calls of a connection have returned, as ranges.
 * Reading takes no lock. Past {@value #MAX_RANGES} ranges the oldest one is dropped: its messages
 * may be delivered once more.
 */
public final class AnsweredSeqs {
  static final int MAX_RANGES = 256;

  /** First and last number of each range, ascending; no two ranges touch. */
  private volatile long[] ranges = {};

  /** Returns true if a call has returned the message {@code seq}. */
  public boolean contains(long seq) {
    return containsAll(seq, seq);
  }

  /** Returns true if calls have returned every message from {@code first} to {@code last}. */
  boolean containsAll(long first, long last) {
    long[] now = ranges;
    for (int i = now.length - 2; i >= 0; i -= 2) {
      if (first >= now[i]) {
        return last <= now[i + 1];
      }
    }
    return false;
  }

  /** Adds the messages from {@code first} to {@code last}; none where that is empty. */
  public synchronized void add(long first, long last) {
    if (first > last || containsAll(first, last)) {
      return;
    }
    long[] before = ranges;
    long[] after = new long[before.length + 2];
    int size = 0;
    long from = first;
    long to = last;
    boolean placed = false;
    for (int i = 0; i < before.length; i += 2) {
      if (before[i + 1] < from - 1) {
        size = put(after, size, before[i], before[i + 1]);
      } else if (before[i] > to + 1) {
        if (!placed) {
          placed = true;
          size = put(after, size, from, to);
        }
        size = put(after, size, before[i], before[i + 1]);
      } else {
        from = Math.min(from, before[i]);
        to = Math.max(to, before[i + 1]);
      }
    }
    if (!placed) {
      size = put(after, size, from, to);
    }
    ranges = Arrays.copyOfRange(after, Math.max(0, size - 2 * MAX_RANGES), size);
  }

  /** Removes the messages from {@code first} to {@code last}. */
  public synchronized void remove(long first, long last) {
    long[] before = ranges;
    long[] after = new long[before.length + 2];
    int size = 0;
    for (int i = 0; i < before.length; i += 2) {
      if (before[i] < first) {
        size = put(after, size, before[i], Math.min(before[i + 1], first - 1));
      }
      if (before[i + 1] > last) {
        size = put(after, size, Math.max(before[i], last + 1), before[i + 1]);
      }
    }
    ranges = Arrays.copyOfRange(after, Math.max(0, size - 2 * MAX_RANGES), size);
  }

  private static int put(long[] to, int size, long first, long last) {
    to[size] = first;
    to[size + 1] = last;
    return size + 2;
  }
}
