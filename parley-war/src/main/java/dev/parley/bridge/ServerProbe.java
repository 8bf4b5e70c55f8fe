package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;

/** The state of the server's port, as one request for its health shows it. */
enum ServerProbe {
  /** No program listens. */
  NOBODY,
  /** A program listens and gives no answer yet, or one that it is not ready. */
  NOT_READY,
  /** A program answers. */
  ANSWERS;

  private static final int MAX_MILLIS = 500;

  /** Asks once. */
  static ServerProbe of(ServerUrl server) {
    HttpConnection connection;
    try {
      connection = HttpConnection.open(server, MAX_MILLIS);
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
}
