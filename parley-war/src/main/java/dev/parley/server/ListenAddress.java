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
    return scheme() + "://" + host + ":" + localPort + path();
  }

  private String path() {
    return context.equals("/") ? "" : context;
  }

  /**
   * Returns the URL that people and logs are shown.
   *
   * @param hosts further names of the server with their ports, separated by commas; the first one
   *     is shown where the server listens on every address
   */
  String shownUrl(int localPort, String hosts) {
    if (!isEvery()) {
      return url(bracketed(), localPort);
    }
    return hosts.isEmpty()
        ? url("localhost", localPort)
        : scheme() + "://" + hosts.split(",", 2)[0].strip() + path();
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
