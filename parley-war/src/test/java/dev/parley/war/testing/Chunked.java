package dev.parley.war.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The body of an HTTP/1.1 answer in chunks, after its head. */
final class Chunked extends InputStream {
  private final InputStream in;
  private int left;
  private boolean first = true;
  private boolean over;

  Chunked(InputStream in) {
    this.in = new BufferedInputStream(in, 64 * 1024);
  }

  /** The status line and the headers; to be asked for first. */
  List<String> head() throws IOException {
    List<String> head = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.add(line);
    }
    if (head.isEmpty()) {
      throw new EOFException("closed before an answer");
    }
    return head;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int most) throws IOException {
    if (left == 0 && !over) {
      if (!first) {
        line();
      }
      first = false;
      left = Integer.parseInt(line(), 16);
      over = left == 0;
    }
    if (over) {
      return -1;
    }
    int read = in.read(into, offset, Math.min(most, left));
    left -= Math.max(read, 0);
    return read;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }
}
