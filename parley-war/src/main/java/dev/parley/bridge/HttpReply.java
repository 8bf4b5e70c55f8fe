package dev.parley.bridge;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reply of the server, its body still to be read. For one thread. */
final class HttpReply implements Closeable {
  /** Bounds what a server can make the bridge hold at once. */
  private static final int MAX_BODY = 32 << 20;

  private final HttpTransport http;
  private final HttpConnection socket;
  private final InFlight inFlight;
  private final int status;
  private final Map<String, String> headers;
  private final ReplyBody body;

  private HttpReply(
      HttpTransport http,
      HttpConnection socket,
      InFlight inFlight,
      int status,
      Map<String, String> headers)
      throws IOException {
    this.http = http;
    this.socket = socket;
    this.inFlight = inFlight;
    this.status = status;
    this.headers = headers;
    this.body = ReplyBody.of(socket, status, headers);
  }

  /** Reads the head of the reply that {@code socket} carries next. */
  static HttpReply read(HttpTransport http, HttpConnection socket, InFlight inFlight)
      throws IOException {
    while (true) {
      String first = socket.headLine();
      int blank = first.indexOf(' ');
      if (!first.startsWith("HTTP/1.") || blank < 0 || first.length() < blank + 4) {
        throw new IOException("not an HTTP reply");
      }
      int status = Integer.parseInt(first, blank + 1, blank + 4, 10);
      Map<String, String> headers = new HashMap<>();
      for (String line = socket.headLine(); !line.isEmpty(); line = socket.headLine()) {
        int colon = line.indexOf(':');
        if (colon < 1 || headers.size() > 100) {
          throw new IOException("not an HTTP reply");
        }
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
      }
      if (status >= 200) {
        return new HttpReply(http, socket, inFlight, status, headers);
      }
    }
  }

  int status() {
    return status;
  }

  boolean isFine() {
    return status >= 200 && status < 300;
  }

  /** A header's value; {@code name} in small letters. */
  @Nullable String header(String name) {
    return headers.get(name);
  }

  /** All headers, their names in small letters. */
  Map<String, String> headers() {
    return headers;
  }

  boolean isEventStream() {
    String type = header("content-type");
    return type != null && type.regionMatches(true, 0, "text/event-stream", 0, 17);
  }

  InputStream stream() {
    return body;
  }

  byte[] bytes() throws IOException {
    return body.all(MAX_BODY);
  }

  /** Lets no single read of the body wait longer than this. */
  void patience(int millis) throws IOException {
    socket.patience(millis);
  }

  /** Gives the connection back for the next request, if the reply was read to its end. */
  @Override
  public void close() {
    boolean reusable = body.isDone() && !"close".equalsIgnoreCase(header("connection"));
    if (inFlight.land() && reusable) {
      http.keep(socket);
    } else {
      socket.close();
    }
  }
}
