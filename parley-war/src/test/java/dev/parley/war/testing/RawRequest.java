package dev.parley.war.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A request with exactly these header lines, for what an HTTP library would not send. */
public final class RawRequest {
  private RawRequest() {}

  /** Gets an address and answers all that came back. */
  public static String get(URI address, String... headerLines) {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) Eventually.BOUND.toMillis());
      String head =
          "GET "
              + address.getPath()
              + " HTTP/1.1\r\nConnection: close\r\n"
              + String.join("\r\n", headerLines)
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
