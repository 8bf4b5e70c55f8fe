package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.parley.trust.TrustedAuthorities;
import java.io.IOException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The state of the server's port, as one request for its health shows it. */
enum ServerProbe {
  /** No program listens. */
  NOBODY,
  /** A program listens and gives no answer yet, or one that it is not ready. */
  NOT_READY,
  /** A program answers. */
  ANSWERS;

  private static final int MAX_MILLIS = 500;

  /**
   * Asks once. A program whose certificate is refused answers: the call says what is wrong with it.
   */
  static ServerProbe of(ServerUrl server, @Nullable TrustedAuthorities trusted) {
    HttpConnection connection;
    try {
      connection = HttpConnection.open(server, trusted, MAX_MILLIS);
    } catch (SSLException noTls) {
      return isSilent(noTls) ? NOT_READY : ANSWERS;
    } catch (IOException refused) {
      return NOBODY;
    }
    try (connection) {
      connection.patience(MAX_MILLIS);
      connection.write(
          ("GET "
                  + server.context()
                  + "/health HTTP/1.1\r\nHost: "
                  + server.authority()
                  + "\r\nConnection: close\r\n\r\n")
              .getBytes(ISO_8859_1));
      return connection.headLine().startsWith("HTTP/1.1 503") ? NOT_READY : ANSWERS;
    } catch (IOException silent) {
      return NOT_READY;
    }
  }

  /** Returns true where the handshake was not answered: the port of a server opens early. */
  private static boolean isSilent(SSLException failure) {
    Throwable cause = failure;
    while (cause != null) {
      if (cause instanceof SocketTimeoutException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
