package dev.parley.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The client's lines, one message each, none kept that is longer than the limit. */
final class ClientLines {
  /** Stands for a line that was longer than the limit and has been skipped. */
  static final byte[] TOO_LONG = new byte[0];

  static final int LIMIT = 4 << 20;

  private final InputStream in;
  private final byte[] chunk = new byte[8192];
  private byte[] line = new byte[8192];
  private int next;
  private int filled;

  ClientLines(InputStream in) {
    this.in = in;
  }

  /** The next line that holds anything, {@link #TOO_LONG}, or null at the end of input. */
  byte @Nullable [] next() throws IOException {
    while (true) {
      byte[] found = line();
      if (found == null || found == TOO_LONG || !isBlank(found)) {
        return found;
      }
    }
  }

  private byte @Nullable [] line() throws IOException {
    int length = 0;
    boolean tooLong = false;
    while (true) {
      if (next == filled) {
        next = 0;
        filled = Math.max(0, in.read(chunk));
        if (filled == 0) {
          return length == 0 && !tooLong ? null : tooLong ? TOO_LONG : Arrays.copyOf(line, length);
        }
      }
      int stop = next;
      while (stop < filled && chunk[stop] != '\n') {
        stop++;
      }
      int more = stop - next;
      tooLong |= length + more > LIMIT;
      if (!tooLong) {
        if (length + more > line.length) {
          line = Arrays.copyOf(line, Math.min(LIMIT, Math.max(line.length * 2, length + more)));
        }
        System.arraycopy(chunk, next, line, length, more);
        length += more;
      }
      next = stop;
      if (stop < filled) {
        next++;
        return tooLong ? TOO_LONG : Arrays.copyOf(line, length);
      }
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
