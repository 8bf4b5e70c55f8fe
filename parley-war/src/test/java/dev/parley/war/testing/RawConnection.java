package dev.parley.war.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection that sends exactly what it is given, and reads answers one by one. */
@SuppressWarnings("StringConcatToTextBlock") // a line of HTTP ends with two characters
public final class RawConnection implements AutoCloseable {
  /** A request whose body never ends. */
  public static final String HALF_LOGIN =
      "POST /api/login HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
          + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";

  /** A request of one of the larger files of the page. */
  public static final String FILE = "GET /assets/lib/marked.esm.js HTTP/1.1\r\nHost: HOST\r\n\r\n";

  private final Socket socket = new Socket();
  private final InputStream in;
  private final String host;

  /** One answer; {@code text} is its head and body. */
  public record Answer(int status, String text) {
    /** Whether the head has this line, in any case. */
    public boolean has(String line) {
      return text.toLowerCase(Locale.ROOT).contains("\n" + line.toLowerCase(Locale.ROOT));
    }
  }

  private RawConnection(RunningServer server, int receiveBuffer) {
    this.host = "localhost:" + server.port();
    try {
      if (receiveBuffer > 0) {
        socket.setReceiveBufferSize(receiveBuffer);
      }
      socket.connect(new InetSocketAddress(server.base().getHost(), server.port()));
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) Eventually.BOUND.toMillis());
      in = new BufferedInputStream(socket.getInputStream(), receiveBuffer > 0 ? 1 : 8192);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection to a server. */
  public static RawConnection to(RunningServer server) {
    return new RawConnection(server, 0);
  }

  /** A connection whose reading side has little room. */
  public static RawConnection narrow(RunningServer server) {
    return new RawConnection(server, 4096);
  }

  /** Sends one request on a connection of its own. */
  public static Answer ask(RunningServer server, String request) {
    try (RawConnection line = to(server)) {
      line.send(request);
      return line.answer();
    }
  }

  /** Sends a text, in which HOST stands for a host name of the server with its port. */
  public RawConnection send(String text) {
    try {
      byte[] bytes = text.replace("HOST", host).getBytes(StandardCharsets.ISO_8859_1);
      socket.getOutputStream().write(bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that nothing more comes. */
  public RawConnection finish() {
    try {
      socket.shutdownOutput();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the next answer, whose length its head or its chunks say; of a stream, the head. */
  public Answer answer() {
    try {
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      while (!read.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) {
          throw new EOFException("closed after " + read);
        }
        read.write(next);
      }
      String head = read.toString(StandardCharsets.ISO_8859_1);
      int length =
          head.lines()
              .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
              .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
              .findFirst()
              .orElse(0);
      if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
        readChunks(read);
      } else {
        read.write(in.readNBytes(length));
      }
      return new Answer(
          Integer.parseInt(head.split(" ", 3)[1]), read.toString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A stream goes on for ever: only what says that it is a whole answer is read. */
  private void readChunks(ByteArrayOutputStream read) throws IOException {
    if (read.toString(StandardCharsets.ISO_8859_1).contains("text/event-stream")) {
      return;
    }
    for (int length = -1; length != 0; ) {
      ByteArrayOutputStream size = new ByteArrayOutputStream();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("closed in a chunk after " + read);
        }
        size.write(next);
      }
      length = Integer.parseInt(size.toString(StandardCharsets.ISO_8859_1).strip(), 16);
      read.write(in.readNBytes(length));
      in.readNBytes(2);
    }
  }

  /** Returns whether anything has come that was not read yet; does not wait for it. */
  public boolean hasMore() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the server has ended the connection; waits for that or the bound. */
  public boolean isEnded() {
    try {
      while (in.read() >= 0) {
        // what it said before
      }
      return true;
    } catch (java.net.SocketTimeoutException stillOpen) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
