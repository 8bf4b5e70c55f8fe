package dev.parley.war.load;

import java.util.Arrays;

/**
 * Durations in buckets whose width is at most 1/64 of their value, so that a run of a day needs no
 * more memory than one of a minute. One thread records at a time.
 */
public final class Histogram {
  private static final int SUB_BITS = 6;
  private static final int SUBS = 1 << SUB_BITS;

  private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUBS];
  private long size;
  private long max;

  synchronized void record(long nanos) {
    long value = Math.max(0, nanos);
    counts[bucket(value)]++;
    size++;
    max = Math.max(max, value);
  }

  synchronized void clear() {
    Arrays.fill(counts, 0);
    size = 0;
    max = 0;
  }

  public synchronized long size() {
    return size;
  }

  public synchronized double maxMillis() {
    return size == 0 ? Double.NaN : max / 1e6;
  }

  /** The upper end of the bucket that a share of all durations does not exceed. */
  public synchronized double millisAt(double share) {
    if (size == 0) {
      return Double.NaN;
    }
    long rank = Math.max(1, (long) Math.ceil(share * size));
    int bucket = 0;
    for (long seen = counts[0]; seen < rank; seen += counts[bucket]) {
      bucket++;
    }
    return Math.min(max, upperEnd(bucket)) / 1e6;
  }

  private static int bucket(long value) {
    if (value < SUBS) {
      return (int) value;
    }
    int shift = Long.SIZE - Long.numberOfLeadingZeros(value) - 1 - SUB_BITS;
    return (shift + 1) * SUBS + (int) ((value >>> shift) - SUBS);
  }

  private static long upperEnd(int bucket) {
    if (bucket < SUBS) {
      return bucket;
    }
    int shift = bucket / SUBS - 1;
    return ((long) (bucket % SUBS + SUBS + 1) << shift) - 1;
  }
}
