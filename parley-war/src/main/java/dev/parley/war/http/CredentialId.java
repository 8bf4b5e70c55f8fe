package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Supplier;

/** The credential that a request was let in with, as a name that is not the credential. */
public final class CredentialId {
  private static final String ATTRIBUTE = CredentialId.class.getName();

  private final Optional<String> id;
  private final Supplier<String> address;

  private CredentialId(Optional<String> id, Supplier<String> address) {
    this.id = id;
    this.address = address;
  }

  /**
   * Lets {@link #of} and {@link #owner} find it from here on.
   *
   * @param id empty where no credential is needed
   * @param address the client's address, asked for where something is counted by it
   */
  public static void note(
      HttpServletRequest request, Optional<String> id, Supplier<String> address) {
    request.setAttribute(ATTRIBUTE, new CredentialId(id, address));
  }

  /** Returns the credential id of a request; empty where none is needed. */
  public static Optional<String> of(HttpServletRequest request) {
    return noted(request).flatMap(noted -> noted.id);
  }

  /** Names whom the sessions of a request count for: its credential, else its address. */
  public static String owner(HttpServletRequest request) {
    return noted(request)
        .map(noted -> noted.id.orElseGet(noted.address))
        .orElseGet(() -> String.valueOf(request.getRemoteAddr()));
  }

  private static Optional<CredentialId> noted(HttpServletRequest request) {
    return Optional.ofNullable((CredentialId) request.getAttribute(ATTRIBUTE));
  }
}
