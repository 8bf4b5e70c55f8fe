package dev.parley.war.servers;

import dev.parley.war.testing.RawMcp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** An event stream that is open and not read until it is asked to be. */
final class PausedReader implements AutoCloseable {
  private static final byte[] MESSAGE = "\"notifications/claude".getBytes(StandardCharsets.UTF_8);

  private static final Duration SOON = Duration.ofMillis(500);

  private final Socket socket = new Socket();

  /** Opens the stream of {@code session}, and reads its head. */
  PausedReader(URI endpoint, RawMcp session) throws IOException {
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    List<String> head =
        List.of(
            "GET " + endpoint.getPath() + " HTTP/1.1",
            "Host: " + endpoint.getAuthority(),
            "Authorization: Bearer " + ApplicationServer.TOKEN,
            "Accept: text/event-stream",
            "Mcp-Session-Id: " + session.session());
    String request = String.join("\r\n", head) + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getInputStream().readNBytes("HTTP/1.1 200".length());
  }

  /** Bytes the server's side has and cannot send; what Linux says of it. */
  long waiting() {
    String server = String.format(Locale.ROOT, ":%04X", socket.getPort());
    String here = String.format(Locale.ROOT, ":%04X", socket.getLocalPort());
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      try {
        for (String line : Files.readAllLines(Path.of(table))) {
          List<String> columns = List.of(line.strip().split("\\s+", -1));
          if (columns.get(1).endsWith(server) && columns.get(2).endsWith(here)) {
            return Long.parseLong(columns.get(4), 0, 8, 16);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new AssertionError("this connection is in no table");
  }

  /** Whether there come to be more such bytes than {@code before}, soon. */
  boolean hasGrown(long before) {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (waiting() <= before) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** Reads until {@code count} pushes are here or no byte comes for so long; answers how many. */
  int read(int count, Duration patience) throws IOException {
    socket.setSoTimeout((int) patience.toMillis());
    InputStream in = socket.getInputStream();
    byte[] block = new byte[256 * 1024];
    int seen = 0;
    int matched = 0;
    int read;
    try {
      while (seen < count && (read = in.read(block)) >= 0) {
        for (int i = 0; i < read; i++) {
          matched = block[i] == MESSAGE[matched] ? matched + 1 : block[i] == MESSAGE[0] ? 1 : 0;
          if (matched == MESSAGE.length) {
            matched = 0;
            seen++;
          }
        }
      }
    } catch (SocketTimeoutException nothingMore) {
      return seen;
    }
    return seen;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
