package dev.parley.war.bench;

import dev.parley.war.driver.EventCounter;
import dev.parley.war.driver.Wire;
import java.nio.ByteBuffer;

/**
 * Counts messages by the mark each carries, eight bytes at a step. One byte cannot be torn by the
 * end of a read or of an HTTP chunk.
 */
final class MarkCounter implements EventCounter {
  private static final long MARKS = 0x0101010101010101L * Wire.MARK;
  private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;

  private volatile long count;

  @Override
  public void take(int stream, ByteBuffer read) {
    int at = read.position();
    int end = read.limit();
    int found = 0;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long zeroWhereMark = read.getLong(at) ^ MARKS;
      long others = ((zeroWhereMark & LOW_SEVEN) + LOW_SEVEN) | zeroWhereMark | LOW_SEVEN;
      found += Long.bitCount(~others);
    }
    for (; at < end; at++) {
      found += read.get(at) == Wire.MARK ? 1 : 0;
    }
    add(found);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void add(int found) {
    count += found;
  }

  @Override
  public long count() {
    return count;
  }
}
