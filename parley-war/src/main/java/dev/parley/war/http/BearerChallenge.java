package dev.parley.war.http;

import dev.parley.war.wire.McpError;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The header {@code WWW-Authenticate} of refusals, by which a client comes by a credential. */
public final class BearerChallenge {
  private static final String ATTRIBUTE = BearerChallenge.class.getName();
  private static final BearerChallenge PLAIN =
      new BearerChallenge(request -> Optional.empty(), Optional.empty());

  private final Function<HttpServletRequest, Optional<String>> metadata;
  private final Optional<String> scope;

  /**
   * Makes the challenge of a deployment.
   *
   * @param metadata returns the address of the document that says where to get a token
   * @param scope the scope that every token needs
   */
  public BearerChallenge(
      Function<HttpServletRequest, Optional<String>> metadata, Optional<String> scope) {
    this.metadata = metadata;
    this.scope = scope;
  }

  /** Returns the one of a deployment; one that names no document where it has none. */
  static BearerChallenge of(ServletContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof BearerChallenge known ? known : PLAIN;
  }

  /** Makes this the one of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Returns the value of the header for a refusal of a request; empty where it has none. */
  public static Optional<String> header(HttpServletRequest request, McpError refusal) {
    return of(request.getServletContext()).value(request, refusal);
  }

  private Optional<String> value(HttpServletRequest request, McpError refusal) {
    boolean lacksScope = refusal == McpError.INSUFFICIENT_SCOPE || refusal == McpError.SCOPE_NEEDED;
    if (!lacksScope && refusal != McpError.UNAUTHORIZED) {
      return Optional.empty();
    }
    Optional<String> document = metadata.apply(request);
    if (document.isEmpty()) {
      return lacksScope ? Optional.empty() : Optional.of("Bearer realm=\"parley\"");
    }
    List<String> parts = new ArrayList<>();
    parts.add("resource_metadata=\"" + document.get() + "\"");
    if (refusal != McpError.SCOPE_NEEDED) {
      scope.ifPresent(needed -> parts.add("scope=\"" + needed + "\""));
    }
    if (lacksScope) {
      parts.add("error=\"insufficient_scope\"");
    }
    return Optional.of("Bearer " + String.join(", ", parts));
  }
}
