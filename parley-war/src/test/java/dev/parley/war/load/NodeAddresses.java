package dev.parley.war.load;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** The addresses of the nodes of one deployment. */
final class NodeAddresses {
  private static final int DEFAULT_PORT = 80;

  private NodeAddresses() {}

  /** Reads addresses with commas between; refuses those that are not loopback unless allowed. */
  static List<InetSocketAddress> of(String urls, boolean remote) {
    List<String> parts = LoadSettings.parts(urls, ",");
    if (parts.isEmpty()) {
      throw new LoadException(
          "Set the server's address, for example -Dparley.load.url=http://127.0.0.1:7539.");
    }
    return parts.stream().map(url -> node(url, remote)).toList();
  }

  private static InetSocketAddress node(String url, boolean remote) {
    URI uri = uri(url);
    String path = uri.getPath() == null ? "" : uri.getPath();
    if (!"http".equals(uri.getScheme()) || uri.getHost() == null || path.length() > 1) {
      throw new LoadException(
          "'" + url + "' is not http://HOST:PORT; a path and https are not supported.");
    }
    String host = uri.getHost().replaceAll("[\\[\\]]", "");
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new LoadException("The host of " + url + " is unknown.");
    }
    if (!remote && !address.getAddress().isLoopbackAddress()) {
      throw new LoadException(
          url + " is not loopback; -Dparley.load.remote=yes allows a load on another machine.");
    }
    return address;
  }

  private static URI uri(String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new LoadException("'" + url + "' is not an address.");
    }
  }
}
