package dev.parley.war.bench;

import dev.parley.war.driver.EventCounter;
import dev.parley.war.driver.Wire;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads the send time behind each mark and records how long ago that was. */
final class MarkTimes implements EventCounter {
  private static final int NO_MARK = -1;

  private final int[] digits;
  private final long[] times;
  private final Latencies latencies;
  private volatile long count;

  MarkTimes(int streams, Latencies latencies) {
    this.digits = new int[streams];
    this.times = new long[streams];
    this.latencies = latencies;
    Arrays.fill(digits, NO_MARK);
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  public void take(int stream, ByteBuffer read) {
    long now = System.nanoTime();
    while (read.hasRemaining()) {
      byte b = read.get();
      if (b == Wire.MARK) {
        digits[stream] = 0;
        times[stream] = 0;
      } else if (digits[stream] != NO_MARK) {
        int digit = Character.digit(b, 16);
        if (digit < 0) {
          // cut in two by the end of an HTTP chunk: it will be missing
          digits[stream] = NO_MARK;
        } else {
          times[stream] = times[stream] << 4 | digit;
          if (++digits[stream] == Wire.TIME_DIGITS) {
            digits[stream] = NO_MARK;
            latencies.record(now - times[stream]);
            count++;
          }
        }
      }
    }
  }

  @Override
  public long count() {
    return count;
  }
}
