package dev.parley.war.auth;

import dev.parley.war.settings.Settings;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names this server answers to. Reached over loopback, these are the loopback names with the
 * port it listens on, and what the setting {@code hosts} adds; reached otherwise, the setting
 * alone, and any name where it is not set, because then a token is needed.
 */
final class HostPolicy {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private final Set<String> added;

  private HostPolicy(Set<String> added) {
    this.added = added;
  }

  static HostPolicy of(Settings settings) {
    return new HostPolicy(
        settings.values("hosts").stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet()));
  }

  boolean allows(HttpServletRequest request) {
    String host = request.getHeader("Host");
    if (host == null) {
      return false;
    }
    String authority = host.toLowerCase(Locale.ROOT);
    if (added.contains(authority)) {
      return true;
    }
    if (isLoopback(request.getLocalAddr())) {
      return isLoopbackAuthority(authority, request);
    }
    return added.isEmpty();
  }

  /**
   * Returns whether the origin of a request is allowed. A request without an origin comes from a
   * program, not from a page.
   */
  boolean allowsOrigin(HttpServletRequest request) {
    String origin = request.getHeader("Origin");
    if (origin == null) {
      return true;
    }
    String lower = origin.toLowerCase(Locale.ROOT);
    int scheme = lower.indexOf("://");
    if (scheme < 0 || !(lower.startsWith("http://") || lower.startsWith("https://"))) {
      return false;
    }
    String authority = lower.substring(scheme + 3);
    return authority.equals(String.valueOf(request.getHeader("Host")).toLowerCase(Locale.ROOT))
        || added.contains(authority)
        || (isLoopback(request.getLocalAddr()) && isLoopbackAuthority(authority, request));
  }

  private static boolean isLoopbackAuthority(String authority, HttpServletRequest request) {
    int port = request.getLocalPort();
    for (String name : LOOPBACK) {
      if (authority.equals(name + ":" + port)
          || ((port == HTTP || port == HTTPS) && authority.equals(name))) {
        return true;
      }
    }
    String address = request.getLocalAddr();
    return authority.equals(address + ":" + port);
  }

  private static boolean isLoopback(String address) {
    return address.startsWith("127.")
        || address.equals("::1")
        || address.equals("[::1]")
        || address.equals("0:0:0:0:0:0:0:1")
        || address.equals("[0:0:0:0:0:0:0:1]")
        || address.startsWith("::ffff:127.");
  }
}
