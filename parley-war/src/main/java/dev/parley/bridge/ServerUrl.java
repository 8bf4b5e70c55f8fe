package dev.parley.bridge;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The address of the server's MCP endpoint.
 *
 * @param tls whether the bridge connects over TLS
 * @param host a name or an address, an IPv6 address without its brackets
 * @param path the whole path, {@code /mcp} or a tool set's below it included, and the query that
 *     chooses several sets
 */
record ServerUrl(boolean tls, String host, int port, String path) {

  /** The value of {@code --url} if it is not given. */
  static final String DEFAULT = "http://127.0.0.1:7539";

  /**
   * The endpoint that {@code url} means: the address of a Parley, with or without its context path,
   * gets {@code /mcp} appended; one that has a path segment {@code mcp} is the endpoint's own. The
   * sets chosen in {@code tools} replace those of the address.
   */
  static ServerUrl of(String url, @Nullable String tools) {
    URI uri = parsed(url);
    String query = uri.getRawQuery();
    ToolChoice asked = query == null ? null : ToolChoice.ofQuery(query.replace("%2C", ","));
    ToolChoice chosen = tools == null ? asked : ToolChoice.of(tools);
    boolean tls = "https".equalsIgnoreCase(uri.getScheme());
    int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
    String host = uri.getHost();
    host = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new ServerUrl(tls, host, port, endpoint(uri.getRawPath(), chosen));
  }

  private static URI parsed(String url) {
    URI uri;
    try {
      uri = new URI(url.contains("://") ? url : "http://".concat(url));
    } catch (URISyntaxException notOne) {
      throw new IllegalArgumentException("--url is not an address: " + url);
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    if (!http && !"https".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException("--url begins with http:// or https://, not as in " + url);
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("--url names a host and no user, not as in " + url);
    }
    if (uri.getRawFragment() != null) {
      throw new IllegalArgumentException("--url has no fragment, not as in " + url);
    }
    return uri;
  }

  private static String endpoint(String rawPath, @Nullable ToolChoice tools) {
    String path = rawPath;
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    if (!path.concat("/").contains("/mcp/")) {
      path = path.concat("/mcp");
    }
    if (tools == null) {
      return path;
    }
    for (String set : ToolChoice.SETS) {
      if (path.endsWith("/mcp/".concat(set))) {
        path = path.substring(0, path.length() - set.length() - 1);
      }
    }
    return tools.below(path);
  }

  /** The path that Parley lies under, without a slash at its end; empty for the root. */
  String context() {
    int query = path.indexOf('?');
    String plain = query < 0 ? path : path.substring(0, query);
    return plain.substring(0, plain.concat("/").indexOf("/mcp/"));
  }

  /** Returns the tools that the address stands for. */
  ToolChoice tools() {
    return ToolChoice.in(path);
  }

  /** The value of the Host header. */
  String authority() {
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (tls ? 443 : 80) ? name : name.concat(":").concat(Integer.toString(port));
  }

  /** Returns true if the server is on this machine, where trying again costs nothing. */
  boolean isLoopback() {
    return host.equals("localhost")
        || host.equals("::1")
        || (host.startsWith("127.") && isNumeric(host));
  }

  /** Returns false for a name, which may begin as an address does and lead anywhere. */
  private static boolean isNumeric(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + authority() + path;
  }
}
