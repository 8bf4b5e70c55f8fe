package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events as the HTML standard reads them: the id counts once its event is complete, an
 * event that is cut off is none. For one thread.
 */
final class SseReader {
  private static final int MAX_EVENT = 32 << 20;
  private static final byte[] NOTHING = new byte[0];

  private final InputStream in;
  private final byte[] chunk = new byte[8192];
  private int next;
  private int filled;
  private boolean afterReturn;
  private boolean begun;

  private final Bytes line = new Bytes();
  private final Bytes data = new Bytes();
  private boolean hasData;
  private String name = "";
  private @Nullable String comingId;
  private @Nullable String lastEventId;
  private int retryMillis = -1;

  /**
   * @param lastEventId the last id seen on the stream that this one goes on with
   */
  SseReader(InputStream in, @Nullable String lastEventId) {
    this.in = in;
    this.comingId = lastEventId;
    this.lastEventId = lastEventId;
  }

  /**
   * The data of the next event, empty for a sign of life that carries none (a comment, a bare id),
   * or null when the stream has ended.
   */
  byte @Nullable [] next() throws IOException {
    while (readLine()) {
      if (!begun) {
        begun = true;
        line.dropByteOrderMark();
      }
      if (line.size() == 0) {
        return complete();
      } else if (line.at(0) == ':') {
        return NOTHING;
      }
      field();
    }
    return null;
  }

  /** The id of the last complete event that had one. */
  @Nullable String lastEventId() {
    return lastEventId;
  }

  /** The time to wait before connecting again, or less than zero if the stream never set it. */
  int retryMillis() {
    return retryMillis;
  }

  private byte[] complete() {
    lastEventId = comingId;
    boolean message = hasData && (name.isEmpty() || name.equals("message"));
    byte[] event = message ? data.toByteArray() : NOTHING;
    data.reset();
    hasData = false;
    name = "";
    return event;
  }

  private void field() throws IOException {
    int colon = 0;
    while (colon < line.size() && line.at(colon) != ':') {
      colon++;
    }
    int from = colon + 1 < line.size() && line.at(colon + 1) == ' ' ? colon + 2 : colon + 1;
    from = Math.min(from, line.size());
    if (line.begins("data", colon)) {
      if (data.size() + line.size() > MAX_EVENT) {
        throw new IOException("the event is too large");
      }
      if (hasData) {
        data.write('\n');
      }
      hasData = true;
      data.write(line, from);
    } else if (line.begins("id", colon)) {
      String id = line.text(from);
      comingId = id.isEmpty() ? null : id.indexOf('\0') >= 0 ? comingId : id;
    } else if (line.begins("event", colon)) {
      name = line.text(from);
    } else if (line.begins("retry", colon)) {
      retry(line.text(from));
    }
  }

  private void retry(String millis) {
    for (int i = 0; i < millis.length(); i++) {
      if (millis.charAt(i) < '0' || millis.charAt(i) > '9') {
        return;
      }
    }
    if (!millis.isEmpty() && millis.length() < 10) {
      retryMillis = Integer.parseInt(millis);
    }
  }

  /** Reads up to a line's end (CR, LF or both); false if the stream ends first. */
  private boolean readLine() throws IOException {
    line.reset();
    while (true) {
      if (next == filled) {
        next = 0;
        filled = Math.max(0, in.read(chunk));
        if (filled == 0) {
          return false;
        }
      }
      if (afterReturn && chunk[next] == '\n') {
        next++;
      }
      afterReturn = false;
      int stop = next;
      while (stop < filled && chunk[stop] != '\n' && chunk[stop] != '\r') {
        stop++;
      }
      if (line.size() + stop - next > MAX_EVENT) {
        throw new IOException("the event is too large");
      }
      line.write(chunk, next, stop - next);
      next = stop;
      if (stop < filled) {
        afterReturn = chunk[next++] == '\r';
        return true;
      }
    }
  }

  /** A byte buffer that can be looked into without copying it. */
  private static final class Bytes extends ByteArrayOutputStream {
    byte at(int index) {
      return buf[index];
    }

    /** Drops the mark that UTF-8 may begin with, which is no part of the first line. */
    void dropByteOrderMark() {
      if (count >= 3 && buf[0] == (byte) 0xef && buf[1] == (byte) 0xbb && buf[2] == (byte) 0xbf) {
        count -= 3;
        System.arraycopy(buf, 3, buf, 0, count);
      }
    }

    boolean begins(String word, int length) {
      boolean same = length == word.length();
      for (int i = 0; same && i < length; i++) {
        same = buf[i] == word.charAt(i);
      }
      return same;
    }

    String text(int from) {
      return new String(buf, from, count - from, UTF_8);
    }

    void write(Bytes other, int from) {
      write(other.buf, from, other.count - from);
    }
  }
}
