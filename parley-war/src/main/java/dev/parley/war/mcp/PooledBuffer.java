package dev.parley.war.mcp;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bytes on their way into one write. Buffers are shared: a stream holds one only while it has
 * something to write, so idle streams cost none.
 */
final class PooledBuffer {
  private static final int ENOUGH = 32 * 1024;
  private static final int MAX_POOLED = 64;
  private static final int RADIX = 10;
  private static final ConcurrentLinkedQueue<PooledBuffer> POOL = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger POOLED = new AtomicInteger();

  private byte[] bytes = new byte[ENOUGH + 16 * 1024];
  private int size;

  private PooledBuffer() {}

  static PooledBuffer take() {
    PooledBuffer pooled = POOL.poll();
    if (pooled == null) {
      return new PooledBuffer();
    }
    POOLED.decrementAndGet();
    return pooled;
  }

  /** Gives it back; it may be somebody else's at once. */
  void give() {
    size = 0;
    if (POOLED.incrementAndGet() <= MAX_POOLED) {
      POOL.add(this);
    } else {
      POOLED.decrementAndGet();
    }
  }

  /** Returns whether there is enough for a write. */
  boolean isFull() {
    return size >= ENOUGH;
  }

  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  PooledBuffer add(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
    return this;
  }

  PooledBuffer add(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
    return this;
  }

  /** Adds a number of 0 or more in decimal digits, without a string: each push has one. */
  PooledBuffer addNumber(long number) {
    if (number < 0) {
      throw new IllegalArgumentException("a number is 0 or more, not " + number);
    }
    int digits = 1;
    for (long rest = number; rest >= RADIX; rest /= RADIX) {
      digits++;
    }
    reserve(digits);
    size += digits;
    long rest = number;
    for (int at = size - 1; at >= size - digits; at--) {
      bytes[at] = (byte) ('0' + rest % RADIX);
      rest /= RADIX;
    }
    return this;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
