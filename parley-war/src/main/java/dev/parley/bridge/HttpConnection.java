package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.parley.trust.TrustedAuthorities;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One kept connection to the server. Requests and replies take turns on it; {@link #close} may be
 * called from any thread and wakes the one that reads.
 */
final class HttpConnection implements Closeable {
  private static final int MAX_LINE = 16_384;
  private static final long SURELY_FRESH_NANOS = 300_000_000L;

  private final Socket socket;
  private byte[] line = new byte[256];
  private final BufferedInputStream in;
  private long usedAt = System.nanoTime();

  private HttpConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * A new connection to the first of the host's addresses that takes one. Where a program takes it
   * and TLS fails, the exception is an {@link SSLException}.
   *
   * @param trusted the authorities of the server's certificate; null for those of the JDK
   */
  static HttpConnection open(ServerUrl server, @Nullable TrustedAuthorities trusted, int millis)
      throws IOException {
    @Nullable IOException failure = null;
    for (InetAddress address : InetAddress.getAllByName(server.host())) {
      // No proxy is between the programs of a machine. A search for one takes milliseconds.
      Socket socket = server.isLoopback() ? new Socket(Proxy.NO_PROXY) : new Socket();
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, server.port()), millis);
        if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
          // While nobody listens on a port, a client that tries often enough connects to itself
          // there.
          throw new IOException("connected with itself");
        }
        return new HttpConnection(
            server.tls() ? TlsSocket.over(socket, server, trusted, millis) : socket);
      } catch (IOException refused) {
        socket.close();
        // A failure of TLS says more than the refusal of a further address.
        failure = failure instanceof SSLException ? failure : refused;
      }
    }
    throw failure == null ? new IOException("no address") : failure;
  }

  void write(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    socket.getOutputStream().flush();
  }

  /** Lets no single read wait longer than this. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(Math.max(1, millis));
  }

  /** A line of the reply's head, without its end. */
  String headLine() throws IOException {
    int length = 0;
    int b;
    while ((b = in.read()) != '\n') {
      if (b < 0 || length == MAX_LINE) {
        throw new IOException("the reply ends in its head");
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, length * 2);
      }
      line[length++] = (byte) b;
    }
    int kept = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, kept, ISO_8859_1);
  }

  InputStream in() {
    return in;
  }

  /** Marks the moment from which the connection lies idle. */
  void rest() {
    usedAt = System.nanoTime();
  }

  /**
   * Returns true if the server has kept its end open since. The check costs a millisecond, so a
   * connection used a moment ago counts as open.
   */
  boolean isAlive() {
    if (System.nanoTime() - usedAt < SURELY_FRESH_NANOS) {
      return true;
    }
    try {
      patience(1);
      // Anything at all, its end included, is not what a resting connection should hold.
      in.read();
      return false;
    } catch (SocketTimeoutException stillOpen) {
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // Nothing more can be done about it.
    }
  }
}
