package dev.parley.war.http;

import dev.parley.audit.Origin;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.grant.Grant;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** The rights that a request was let in with. */
public final class RequestGrant {
  private static final String ATTRIBUTE = RequestGrant.class.getName();

  private final Grant grant;
  private final String address;
  private final Optional<String> person;
  private final Origin origin;

  private RequestGrant(Grant grant, String address, Optional<String> person) {
    this.grant = grant;
    this.address = address;
    this.person = person;
    this.origin = new Origin(grant.credential(), Optional.of(address));
  }

  /**
   * Lets {@link #of} and {@link #owner} find it from here on.
   *
   * @param address the client's address
   */
  public static void note(HttpServletRequest request, Grant grant, String address) {
    request.setAttribute(ATTRIBUTE, new RequestGrant(grant, address, Optional.empty()));
  }

  /** Notes the rights of a person who is logged in under a name. */
  public static void notePerson(HttpServletRequest request, Grant grant, String person) {
    request.setAttribute(ATTRIBUTE, new RequestGrant(grant, address(request), Optional.of(person)));
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
        .map(noted -> noted.grant.credential().orElse(noted.address))
        .orElseGet(() -> String.valueOf(request.getRemoteAddr()));
  }

  /** Returns the credential and the address of a request. */
  public static Origin origin(HttpServletRequest request) {
    Optional<RequestGrant> noted = noted(request);
    return noted.isPresent()
        ? noted.get().origin
        : new Origin(Optional.empty(), Optional.of(address(request)));
  }

  /**
   * Returns the name of the sender of a request: of the person, else the usual one of the
   * credential; empty where neither is known.
   */
  static String actor(HttpServletRequest request) {
    Optional<RequestGrant> noted = noted(request);
    return noted
        .flatMap(let -> let.person)
        .or(() -> noted.flatMap(let -> let.grant.names().usual()).map(AgentId::value))
        .orElse("");
  }

  /** Returns the workspace that the credential of a request opens; the default one for others. */
  static WorkspaceId workspace(HttpServletRequest request) {
    return noted(request).flatMap(let -> let.grant.workspace()).orElse(WorkspaceId.DEFAULT);
  }

  /** Returns true if rights were noted for a request. */
  public static boolean isNoted(HttpServletRequest request) {
    return noted(request).isPresent();
  }

  private static String address(HttpServletRequest request) {
    return ForwardedHeaders.of(request.getServletContext()).of(request);
  }

  private static Optional<RequestGrant> noted(HttpServletRequest request) {
    return Optional.ofNullable((RequestGrant) request.getAttribute(ATTRIBUTE));
  }
}
