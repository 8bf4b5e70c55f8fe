package dev.parley.war.driver;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** One HTTP answer as it gathers in a buffer. */
public final class HttpAnswer {
  private static final int UNKNOWN = -1;
  private static final String LENGTH = "content-length:";
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(Wire.ASCII);

  private static final int DEFAULT_BYTES = 64 * 1024;

  public byte[] bytes;
  public int size;
  private int bodyAt;
  private int end;

  public HttpAnswer() {
    this(DEFAULT_BYTES);
  }

  /** One that begins with a buffer of so many bytes. */
  public HttpAnswer(int bytes) {
    this.bytes = new byte[bytes];
  }

  public void clear() {
    size = 0;
    bodyAt = 0;
    end = 0;
  }

  /** Makes room for more. */
  public void grow() {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, size * 2);
    }
  }

  /** Whether all of it is there. */
  public boolean isComplete() {
    if (bodyAt == 0) {
      findBody();
    }
    return bodyAt > 0 && (end == UNKNOWN ? endsWithLastChunk() : size >= end);
  }

  public int status() {
    return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + (bytes[11] - '0');
  }

  /** A header's value; empty where it is absent. */
  public String header(String name) {
    String head = new String(bytes, 0, bodyAt, Wire.ASCII);
    int at = head.toLowerCase(Locale.ROOT).indexOf("\r\n" + name.toLowerCase(Locale.ROOT) + ":");
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 3;
    return head.substring(from, head.indexOf('\r', from)).strip();
  }

  /** The body, chunk sizes and all. */
  public String body() {
    return new String(bytes, bodyAt, size - bodyAt, Wire.ASCII);
  }

  /** Whether it is a tool's result that is no refusal. */
  public boolean isAccepted() {
    return status() < 300 && !body().contains("\"isError\":true");
  }

  /** The value of a field of the result, a string or a number, where it stands first. */
  public String field(String name) throws IOException {
    String body = body();
    String before = "\"" + name + "\":";
    int at = body.indexOf(before);
    if (at < 0) {
      throw new IOException("no " + name + " in " + body);
    }
    int from = at + before.length();
    from += body.charAt(from) == '"' ? 1 : 0;
    int end = from;
    while ("\",}".indexOf(body.charAt(end)) < 0) {
      end++;
    }
    return body.substring(from, end);
  }

  private void findBody() {
    for (int i = 3; i < size; i++) {
      if (bytes[i] == '\n' && bytes[i - 2] == '\n' && bytes[i - 1] == '\r') {
        bodyAt = i + 1;
        int length = length();
        end = length == UNKNOWN ? UNKNOWN : bodyAt + length;
        return;
      }
    }
  }

  private int length() {
    for (int line = 0; line < bodyAt; line++) {
      if (bytes[line] == '\n' && startsWithLength(line + 1)) {
        int length = 0;
        for (int i = line + 1 + LENGTH.length(); bytes[i] != '\r'; i++) {
          length = bytes[i] == ' ' ? length : length * 10 + bytes[i] - '0';
        }
        return length;
      }
    }
    return header("Transfer-Encoding").equals("chunked") ? UNKNOWN : 0;
  }

  private boolean startsWithLength(int at) {
    for (int i = 0; i < LENGTH.length(); i++) {
      if (Character.toLowerCase(bytes[at + i]) != LENGTH.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean endsWithLastChunk() {
    int from = size - LAST_CHUNK.length;
    if (from < bodyAt) {
      return false;
    }
    for (int i = 0; i < LAST_CHUNK.length; i++) {
      if (bytes[from + i] != LAST_CHUNK[i]) {
        return false;
      }
    }
    return true;
  }
}
