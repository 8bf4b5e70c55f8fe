package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.parley.trust.TlsFailure;
import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * As much of an HTTP/1.1 client as a bridge needs, on bare sockets: it starts in a fraction of the
 * time of the JDK's two, and it knows whether a request had been sent when something failed, which
 * decides between "try again" and "nobody knows". Safe for all threads.
 */
final class HttpTransport {
  private static final int MAX_RESTING = 8;
  private static final int CONNECT_MILLIS = 2_000;

  /** The time to connect while the server is away: a caller should learn of it at once. */
  private static final int CONNECT_MILLIS_AWAY = 500;

  private final ServerUrl server;
  private final @Nullable TrustedAuthorities trusted;
  private final String credentials;
  private final ArrayDeque<HttpConnection> resting = new ArrayDeque<>();
  private volatile boolean away;

  /**
   * @param trusted the authorities of the server's certificate; null for those of the JDK
   * @param headers sent with every request, each line with its end
   */
  HttpTransport(ServerUrl server, @Nullable TrustedAuthorities trusted, String headers) {
    this.server = server;
    this.trusted = trusted;
    this.credentials = headers;
  }

  /**
   * One request and the head of its reply.
   *
   * @param headers further lines, each with its end
   * @param body null where there is none
   * @param millis how long the reply, and later each read of its body, may take
   * @param inFlight learns of the connection before anything is sent
   */
  HttpReply exchange(
      String method, String headers, byte @Nullable [] body, int millis, InFlight inFlight)
      throws ServerCallException {
    byte[] request = request(method, headers, body);
    HttpConnection socket = rested();
    if (socket != null && !sent(socket, request, inFlight)) {
      // Closed in the meantime: a request that could not be written whole was not carried out.
      socket = null;
    }
    if (socket == null) {
      socket = connected(millis);
      if (!sent(socket, request, inFlight)) {
        throw new ServerCallException(ServerCallException.Kind.UNREACHABLE, unreachable());
      }
    }
    try {
      socket.patience(millis);
      HttpReply reply = HttpReply.read(this, socket, inFlight);
      away = false;
      return reply;
    } catch (SocketTimeoutException tooLate) {
      socket.close();
      throw new ServerCallException(
          ServerCallException.Kind.OUTCOME_UNKNOWN,
          "Parley at " + server + " gave no answer within " + millis / 1000 + " s");
    } catch (IOException cut) {
      socket.close();
      throw new ServerCallException(
          ServerCallException.Kind.OUTCOME_UNKNOWN,
          "The connection to Parley at " + server + " was cut");
    }
  }

  private byte[] request(String method, String headers, byte @Nullable [] body) {
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(server.path()).append(" HTTP/1.1\r\nHost: ");
    head.append(server.authority()).append("\r\n").append(credentials).append(headers);
    if (body != null) {
      head.append("Content-Type: application/json\r\nContent-Length: ").append(body.length);
      head.append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(ISO_8859_1);
    if (body == null) {
      return first;
    }
    byte[] all = Arrays.copyOf(first, first.length + body.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    return all;
  }

  private static boolean sent(HttpConnection socket, byte[] request, InFlight inFlight) {
    inFlight.over(socket);
    try {
      socket.write(request);
      return true;
    } catch (IOException closed) {
      socket.close();
      return false;
    }
  }

  private HttpConnection connected(int millis) throws ServerCallException {
    try {
      HttpConnection socket =
          HttpConnection.open(
              server, trusted, Math.min(millis, away ? CONNECT_MILLIS_AWAY : CONNECT_MILLIS));
      away = false;
      return socket;
    } catch (IOException refused) {
      away = true;
      throw new ServerCallException(
          ServerCallException.Kind.UNREACHABLE,
          server.tls() ? unreachable(refused) : unreachable());
    }
  }

  /** Returns true if no connection could be made the last time. */
  boolean isAway() {
    return away;
  }

  private String unreachable() {
    return "Parley at " + server + " cannot be reached";
  }

  private String unreachable(IOException failure) {
    return TlsFailure.reason(failure)
        .map(reason -> unreachable().concat(": ").concat(reason))
        .orElse(unreachable());
  }

  private @Nullable HttpConnection rested() {
    while (true) {
      HttpConnection socket;
      synchronized (resting) {
        socket = resting.pollLast();
      }
      if (socket == null || socket.isAlive()) {
        return socket;
      }
      socket.close();
    }
  }

  /** Takes back a connection whose reply was read to its end. */
  void keep(HttpConnection socket) {
    socket.rest();
    synchronized (resting) {
      if (resting.size() < MAX_RESTING) {
        resting.addLast(socket);
        return;
      }
    }
    socket.close();
  }
}
