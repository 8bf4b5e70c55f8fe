package dev.parley.war.oauth;

import dev.parley.trust.TrustedAuthorities;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Reads a small document at an address that a stranger names. The name of the host is looked up
 * once, and what was looked up is checked and connected to: a second look-up could have another
 * answer. It follows no redirect, and is bounded in size and time.
 */
final class DocumentFetch {
  /** The maximum size of a document and its head, in bytes. */
  static final int MAX_BYTES = 16_384;

  private static final int HTTPS = 443;
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final TrustedAuthorities trusted;
  private final boolean allowsPrivate;
  private final Duration timeout;

  /**
   * A reader of documents.
   *
   * @param trusted the authorities of the certificates it takes
   * @param allowsPrivate whether hosts outside of the public network are asked too
   * @param timeout the time in which a document has to be there as a whole
   */
  DocumentFetch(TrustedAuthorities trusted, boolean allowsPrivate, Duration timeout) {
    this.trusted = trusted;
    this.allowsPrivate = allowsPrivate;
    this.timeout = timeout;
  }

  /**
   * Reads a document.
   *
   * @param url begins with {@code https://} and has a host
   */
  byte[] get(URI url) throws IOException {
    long end = System.nanoTime() + timeout.toNanos();
    int port = url.getPort() < 0 ? HTTPS : url.getPort();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(address(url), port), left(end));
      try (SSLSocket socket = encrypted(plain, url.getHost(), port)) {
        socket.setSoTimeout(left(end));
        socket.startHandshake();
        socket.getOutputStream().write(request(url));
        return body(read(socket, end));
      }
    }
  }

  private InetAddress address(URI url) throws IOException {
    InetAddress address = InetAddress.getByName(url.getHost());
    if (!allowsPrivate && !PublicNetwork.has(address)) {
      throw new IOException("its host is not of the public network");
    }
    return address;
  }

  private SSLSocket encrypted(Socket plain, String host, int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) trusted.sslContext().getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** An answer to HTTP/1.0 comes in one piece, and ends with the connection. */
  private static byte[] request(URI url) {
    String path = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    String host = url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    return ("GET " + path + " HTTP/1.0\r\nHost: " + host + "\r\nAccept: application/json\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] read(SSLSocket socket, long end) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] piece = new byte[4_096];
    InputStream in = socket.getInputStream();
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      read.write(piece, 0, count);
      if (read.size() > MAX_BYTES) {
        throw new IOException("it has more than " + MAX_BYTES + " bytes");
      }
      socket.setSoTimeout(left(end));
    }
    return read.toByteArray();
  }

  private static byte[] body(byte[] answer) throws IOException {
    String text = new String(answer, StandardCharsets.ISO_8859_1);
    int head = text.indexOf(new String(END_OF_HEAD, StandardCharsets.US_ASCII));
    if (head < 0 || !text.matches("(?s)HTTP/1\\.[01] 200[ \\r].*")) {
      throw new IOException("it is not answered with HTTP 200");
    }
    return Arrays.copyOfRange(answer, head + END_OF_HEAD.length, answer.length);
  }

  private static int left(long end) throws IOException {
    long millis = (end - System.nanoTime()) / 1_000_000;
    if (millis <= 0) {
      throw new SocketTimeoutException("it takes too long");
    }
    return (int) millis;
  }
}
