package dev.parley.war.http;

import dev.parley.war.grant.Grant;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** The rights that a request was let in with. */
public final class RequestGrant {
  private static final String ATTRIBUTE = RequestGrant.class.getName();

  private final Grant grant;
  private final Supplier<String> address;

  private RequestGrant(Grant grant, Supplier<String> address) {
    this.grant = grant;
    this.address = address;
  }

  /**
   * Lets {@link #of} and {@link #owner} find it from here on.
   *
   * @param address the client's address, asked for where something is counted by it
   */
  public static void note(HttpServletRequest request, Grant grant, Supplier<String> address) {
    request.setAttribute(ATTRIBUTE, new RequestGrant(grant, address));
  }

  /**
   * Returns the rights of a request.
   *
   * @throws IllegalStateException where nothing was noted for it
   */
  public static Grant of(HttpServletRequest request) {
    return noted(request)
        .orElseThrow(() -> new IllegalStateException("the request passed no access filter"))
        .grant;
  }

  /** Names whom the sessions of a request count for: its credential, else its address. */
  public static String owner(HttpServletRequest request) {
    return noted(request)
        .map(noted -> noted.grant.credential().orElseGet(noted.address))
        .orElseGet(() -> String.valueOf(request.getRemoteAddr()));
  }

  private static Optional<RequestGrant> noted(HttpServletRequest request) {
    return Optional.ofNullable((RequestGrant) request.getAttribute(ATTRIBUTE));
  }
}
