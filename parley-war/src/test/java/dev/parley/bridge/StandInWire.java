package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The stand-in server's end of one connection: HTTP/1.1, kept alive, streams in chunks. */
final class StandInWire implements Closeable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  StandInWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** The next request, or null when the bridge has closed the connection. */
  StandInRequest read() throws IOException {
    String first = line();
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String[] words = first.split(" ", 3);
    return new StandInRequest(
        words[0], words[1], headers, new String(in.readNBytes(length), UTF_8));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.append((char) b);
      b = in.read();
    }
    return line.toString().stripTrailing();
  }

  void answer(int status, Map<String, String> headers, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    StringBuilder head = head(status, headers);
    if (!type.isEmpty()) {
      head.append("Content-Type: ").append(type).append("\r\n");
    }
    head.append("Content-Length: ").append(bytes.length).append("\r\n\r\n");
    out.write(head.toString().getBytes(ISO_8859_1));
    out.write(bytes);
    out.flush();
  }

  void json(String body) throws IOException {
    answer(200, Map.of(), "application/json", body);
  }

  void beginStream() throws IOException {
    StringBuilder head = head(200, Map.of());
    head.append("Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    out.write(head.toString().getBytes(ISO_8859_1));
    out.flush();
  }

  void chunk(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(ISO_8859_1));
    out.write(bytes);
    out.write("\r\n".getBytes(ISO_8859_1));
    out.flush();
  }

  void endStream() throws IOException {
    out.write("0\r\n\r\n".getBytes(ISO_8859_1));
    out.flush();
  }

  private static StringBuilder head(int status, Map<String, String> headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Whatever\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head;
  }

  boolean isOver(Socket other) {
    return socket == other;
  }

  /** Ends the connection as a process that dies ends it. */
  void abort() {
    abort(socket);
  }

  static void abort(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException already) {
      // It is gone, which was the aim.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
