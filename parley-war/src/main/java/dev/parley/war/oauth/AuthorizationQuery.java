package dev.parley.war.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import dev.parley.credential.Scope;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The parameters of an authorization request past its client and its redirect address, which are
 * checked before.
 *
 * @param state the text the client wants back
 * @param scopes the scopes it asks for; all a client can have where it names none
 * @param challenge its S256 challenge
 * @param resource the resource it names; empty where it names none
 */
record AuthorizationQuery(
    Optional<String> state, Set<Scope> scopes, String challenge, Optional<String> resource) {
  private static final List<String> UNSUPPORTED = List.of("request", "request_uri");

  /**
   * Reads a request.
   *
   * @param isResource whether an address is a resource of this server
   */
  static AuthorizationQuery read(Map<String, List<String>> given, Predicate<String> isResource)
      throws OAuthError {
    for (String name : UNSUPPORTED) {
      if (given.containsKey(name)) {
        throw OAuthError.of(name + "_not_supported", "This server takes no " + name + ".");
      }
    }
    AuthorizationRequest request;
    try {
      request = AuthorizationRequest.parse(given);
    } catch (ParseException wrong) {
      String code = wrong.getErrorObject() == null ? null : wrong.getErrorObject().getCode();
      throw OAuthError.of(
          code == null ? "invalid_request" : code, String.valueOf(wrong.getMessage()));
    }
    if (!List.of("code").equals(List.copyOf(given.getOrDefault("response_type", List.of())))) {
      throw OAuthError.of("unsupported_response_type", "The response type must be code.");
    }
    if (request.getResponseMode() != null
        && !ResponseMode.QUERY.equals(request.getResponseMode())) {
      throw OAuthError.invalidRequest("The response mode must be query.");
    }
    if (request.getCodeChallenge() == null
        || !CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())) {
      throw OAuthError.invalidRequest("A code challenge with the method S256 is needed (PKCE).");
    }
    return new AuthorizationQuery(
        Optional.ofNullable(request.getState()).map(state -> state.getValue()),
        scopes(request),
        request.getCodeChallenge().getValue(),
        resource(request, isResource));
  }

  /** Reads the scopes this server knows; others, such as offline_access, are ignored. */
  private static Set<Scope> scopes(AuthorizationRequest request) throws OAuthError {
    if (request.getScope() == null || request.getScope().isEmpty()) {
      return EnumSet.copyOf(OAuthServer.SCOPES);
    }
    Set<String> named = new LinkedHashSet<>(request.getScope().toStringList());
    Set<Scope> known = named(named);
    if (known.isEmpty()) {
      throw OAuthError.of(
          "invalid_scope", "The scopes are " + Scope.names(OAuthServer.SCOPES) + ".");
    }
    return known;
  }

  /** Returns those scopes a client can have that are among names. */
  static Set<Scope> named(Set<String> names) {
    Set<Scope> known = EnumSet.noneOf(Scope.class);
    OAuthServer.SCOPES.stream()
        .filter(scope -> names.contains(scope.wireName()))
        .forEach(known::add);
    return Scope.withIncluded(known);
  }

  private static Optional<String> resource(
      AuthorizationRequest request, Predicate<String> isResource) throws OAuthError {
    List<URI> named = request.getResources() == null ? List.of() : request.getResources();
    for (URI resource : named) {
      if (!isResource.test(resource.toString())) {
        throw OAuthError.of("invalid_target", "This server gives no tokens for that resource.");
      }
    }
    return named.stream().findFirst().map(URI::toString);
  }
}
