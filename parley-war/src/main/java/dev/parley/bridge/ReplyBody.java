package dev.parley.bridge;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A reply's body: a given number of bytes, or chunks, or all until the server closes. An end before
 * its time is an {@link IOException}, so that a cut is never taken for an end.
 */
final class ReplyBody extends InputStream {
  private final HttpConnection socket;
  private final boolean chunked;
  private final boolean untilClosed;
  private long left;
  private boolean inChunks;
  private boolean done;

  private ReplyBody(HttpConnection socket, boolean chunked, boolean untilClosed, long left) {
    this.socket = socket;
    this.chunked = chunked;
    this.untilClosed = untilClosed;
    this.left = left;
    this.done = !chunked && !untilClosed && left == 0;
  }

  static ReplyBody of(HttpConnection socket, int status, Map<String, String> headers)
      throws IOException {
    String coding = headers.get("transfer-encoding");
    String length = headers.get("content-length");
    if (status == 204 || status == 304) {
      return new ReplyBody(socket, false, false, 0);
    } else if (coding != null && coding.regionMatches(true, coding.length() - 7, "chunked", 0, 7)) {
      return new ReplyBody(socket, true, false, 0);
    } else if (length == null) {
      return new ReplyBody(socket, false, true, Long.MAX_VALUE);
    }
    try {
      return new ReplyBody(socket, false, false, Long.parseUnsignedLong(length));
    } catch (NumberFormatException notANumber) {
      throw new IOException("not an HTTP reply");
    }
  }

  /** Returns true if the last byte was read and the connection can carry another reply. */
  boolean isDone() {
    return done && !untilClosed;
  }

  /** All of it, refusing more than {@code limit} bytes. */
  byte[] all(int limit) throws IOException {
    boolean known = !chunked && !untilClosed;
    if (known && left > limit) {
      throw new IOException("the reply is too large");
    }
    // Room for just what comes: calls are many, and their garbage is most of the bridge's memory.
    byte[] all = known ? new byte[(int) left] : readNBytes(limit);
    if (known && readNBytes(all, 0, all.length) < all.length) {
      throw new EOFException("the reply was cut");
    } else if (!known && all.length == limit) {
      throw new IOException("the reply is too large");
    }
    return all;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!done && chunked && left == 0) {
      nextChunk();
    }
    if (done) {
      return -1;
    }
    int read = socket.in().read(into, offset, (int) Math.min(length, left));
    if (read < 0) {
      if (!untilClosed) {
        throw new EOFException("the reply was cut");
      }
      done = true;
      return -1;
    }
    left -= read;
    done = !chunked && left == 0;
    return read;
  }

  private void nextChunk() throws IOException {
    if (inChunks && !socket.headLine().isEmpty()) {
      throw new IOException("not a chunk");
    }
    inChunks = true;
    String line = socket.headLine();
    int extension = line.indexOf(';');
    try {
      left =
          Long.parseUnsignedLong((extension < 0 ? line : line.substring(0, extension)).trim(), 16);
    } catch (NumberFormatException notANumber) {
      throw new IOException("not a chunk");
    }
    if (left == 0) {
      while (!socket.headLine().isEmpty()) {
        // Trailers say nothing a pipe needs.
      }
      done = true;
    }
  }
}
