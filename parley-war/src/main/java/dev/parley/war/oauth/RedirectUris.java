package dev.parley.war.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules for addresses a browser is sent back to. A client names exactly one that it registered;
 * of one on this machine the port is free, since a program takes any that is free (RFC 8252).
 */
final class RedirectUris {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** The schemes that a browser acts on by itself. */
  private static final Set<String> FORBIDDEN =
      Set.of(
          "about",
          "blob",
          "data",
          "file",
          "filesystem",
          "ftp",
          "intent",
          "jar",
          "javascript",
          "mailto",
          "sms",
          "tel",
          "urn",
          "vbscript",
          "view-source",
          "ws",
          "wss");

  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]");

  private RedirectUris() {}

  /** Returns why an address cannot be registered; empty where it can. */
  static Optional<String> mistake(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException noUri) {
      return Optional.of("is no URI");
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!SCHEME.matcher(scheme).matches() || FORBIDDEN.contains(scheme)) {
      return Optional.of("needs https, http on this machine, or the scheme of an app");
    }
    if (text.indexOf('#') >= 0) {
      return Optional.of("must have no fragment");
    }
    if (uri.isOpaque() && scheme.startsWith("http")) {
      return Optional.of("has no host");
    }
    if (scheme.equals("https") || scheme.equals("http")) {
      String host = uri.getHost();
      if (host == null || !HOST.matcher(host).matches() || uri.getRawUserInfo() != null) {
        return Optional.of("needs a host, and no user");
      }
      if (scheme.equals("http") && !isLoopback(uri)) {
        return Optional.of("must begin with https://, except on this machine");
      }
    }
    return Optional.empty();
  }

  private static boolean isLoopback(URI uri) {
    return uri.getHost() != null && LOOPBACK.contains(uri.getHost().toLowerCase(Locale.ROOT));
  }

  /** Returns whether an address is one of those that a client registered. */
  static boolean isAmong(List<String> registered, String asked) {
    return registered.contains(asked)
        || (mistake(asked).isEmpty()
            && registered.stream().anyMatch(one -> isSameButForPort(one, asked)));
  }

  private static boolean isSameButForPort(String registered, String asked) {
    URI one = URI.create(registered);
    URI other = URI.create(asked);
    return "http".equals(one.getScheme())
        && "http".equals(other.getScheme())
        && isLoopback(one)
        && Objects.equals(one.getHost(), other.getHost())
        && Objects.equals(one.getRawPath(), other.getRawPath())
        && Objects.equals(one.getRawQuery(), other.getRawQuery());
  }

  /** Returns where a browser is sent, as a person is to read it: the origin, or the scheme. */
  static String origin(String redirectUri) {
    URI uri = URI.create(redirectUri);
    if (uri.getHost() == null || !"https http".contains(String.valueOf(uri.getScheme()))) {
      return uri.getScheme() + ":";
    }
    return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
  }

  /** Returns the source of a content security policy that admits a redirect there. */
  static String policySource(String redirectUri) {
    String origin = origin(redirectUri);
    return origin.indexOf('[') < 0 ? origin : URI.create(redirectUri).getScheme() + ":";
  }
}
