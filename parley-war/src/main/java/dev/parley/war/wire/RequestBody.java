package dev.parley.war.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A posted body, read to a bound. */
public final class RequestBody {
  /**
   * The largest body that is taken, in bytes: enough for the longest artifact with every character
   * of it escaped, and what stands around it.
   */
  public static final int MAX_BYTES = 4 << 20;

  /**
   * The bytes that are read of a larger body at most, so that its sender gets to read the refusal.
   */
  private static final long MAX_DISCARDED = 64L << 20;

  private RequestBody() {}

  /** The bytes; empty where there are more than MCP takes. */
  public static Optional<byte[]> read(InputStream in) throws IOException {
    return read(in, MAX_BYTES);
  }

  /**
   * The bytes; empty where there are more than {@code most}.
   *
   * @param most in bytes
   */
  public static Optional<byte[]> read(InputStream in, int most) throws IOException {
    byte[] body = in.readNBytes(most + 1);
    if (body.length <= most) {
      return Optional.of(body);
    }
    discard(in);
    return Optional.empty();
  }

  private static void discard(InputStream in) {
    byte[] discarded = new byte[16 * 1024];
    long total = 0;
    int read;
    try {
      while (total < MAX_DISCARDED && (read = in.read(discarded)) >= 0) {
        total += read;
      }
    } catch (IOException enough) {
      // an application server has a bound of its own, and a sender may give up
    }
  }
}
