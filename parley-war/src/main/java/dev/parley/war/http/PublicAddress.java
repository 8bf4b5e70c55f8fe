package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/** The address of this deployment, as the client of a request or the proxy in front wrote it. */
public final class PublicAddress {
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:\\d{1,5})?");

  private PublicAddress() {}

  /**
   * Returns the address, which ends with the context path and no slash; empty where the header
   * {@code Host} names no host.
   */
  public static Optional<String> of(HttpServletRequest request) {
    String host = request.getHeader("Host");
    if (host == null || !HOST.matcher(host).matches()) {
      return Optional.empty();
    }
    boolean secure = ForwardedHeaders.of(request.getServletContext()).isSecure(request);
    return Optional.of((secure ? "https://" : "http://") + host + request.getContextPath());
  }
}
