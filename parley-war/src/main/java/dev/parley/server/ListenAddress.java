package dev.parley.server;

import java.util.Optional;

/**
 * The address that the server listens on.
 *
 * @param port 0 for a free one
 * @param tries how many ports are tried, from {@code port} on
 * @param context the path of the application
 * @param tls empty: plain HTTP
 */
record ListenAddress(String bind, int port, int tries, String context, Optional<ReloadingTls> tls) {
  /** The scheme of its URLs. */
  String scheme() {
    return tls.isPresent() ? "https" : "http";
  }

  /** The URL of the server at {@code host} and the port it has got. */
  String url(String host, int localPort) {
    return scheme() + "://" + host + ":" + localPort + (context.equals("/") ? "" : context);
  }

  /** Returns the URL that people and logs are shown. */
  String shownUrl(int localPort) {
    return url(isEvery() ? "localhost" : bracketed(), localPort);
  }

  /** Returns true if it listens on every address there is. */
  boolean isEvery() {
    return bind.equals("0.0.0.0") || bind.equals("::");
  }

  /** The address as it is written in a URL. */
  String bracketed() {
    return bind.contains(":") ? "[" + bind + "]" : bind;
  }

  /** The URL at which another node reaches the server; empty where it listens everywhere. */
  Optional<String> ofNode(int localPort) {
    return isEvery() ? Optional.empty() : Optional.of(url(bracketed(), localPort));
  }
}
