package dev.parley.war.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** The credential that a request was let in with, as a name that is not the credential. */
public final class CredentialId {
  private static final String ATTRIBUTE = CredentialId.class.getName();

  private CredentialId() {}

  /** Lets {@link #of} find it from here on. */
  public static void note(HttpServletRequest request, String id) {
    request.setAttribute(ATTRIBUTE, id);
  }

  /** The one of a request; empty where none is needed. */
  public static Optional<String> of(HttpServletRequest request) {
    return Optional.ofNullable((String) request.getAttribute(ATTRIBUTE));
  }
}
