package dev.parley.war.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import dev.parley.credential.Scope;
import dev.parley.oauth.CodeProof;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The forms that clients post to the token endpoint, and to the one of revocation. */
final class TokenForm {
  private static final String TYPE = "application/x-www-form-urlencoded";

  /** The address in a parsed request, which decides nothing. */
  private static final URI ADDRESS = URI.create("https://localhost/");

  private TokenForm() {}

  /** A request for tokens. */
  sealed interface Asked {
    /** Returns the id of the client. */
    String client();
  }

  /** A code that is exchanged. */
  record OfCode(String client, String code, CodeProof proof) implements Asked {}

  /** A refresh token that is exchanged. */
  record OfRefreshToken(String client, String token, Optional<Set<Scope>> scopes)
      implements Asked {}

  /** A token that is revoked. */
  record Revoked(String client, String token) {}

  static Asked asked(byte[] body) throws OAuthError {
    TokenRequest request;
    try {
      request = TokenRequest.parse(request(body));
    } catch (ParseException wrong) {
      throw refusal(wrong);
    }
    if (request.getClientAuthentication() != null || request.getClientID() == null) {
      throw OAuthError.invalidRequest("Clients of this server have an id and no secret.");
    }
    String client = request.getClientID().getValue();
    if (request.getAuthorizationGrant() instanceof AuthorizationCodeGrant grant) {
      return ofCode(client, grant, resource(request));
    }
    if (request.getAuthorizationGrant() instanceof RefreshTokenGrant grant) {
      return new OfRefreshToken(client, grant.getRefreshToken().getValue(), scopes(request));
    }
    throw OAuthError.of(
        "unsupported_grant_type", "The grant type must be authorization_code or refresh_token.");
  }

  private static OfCode ofCode(
      String client, AuthorizationCodeGrant grant, Optional<String> resource) {
    String redirectUri =
        grant.getRedirectionURI() == null ? "" : grant.getRedirectionURI().toString();
    String challenge =
        grant.getCodeVerifier() == null
            ? ""
            : CodeChallenge.compute(CodeChallengeMethod.S256, grant.getCodeVerifier()).getValue();
    return new OfCode(
        client,
        grant.getAuthorizationCode().getValue(),
        new CodeProof(client, redirectUri, challenge, resource));
  }

  private static Optional<String> resource(TokenRequest request) {
    List<URI> named = request.getResources() == null ? List.of() : request.getResources();
    return named.stream().findFirst().map(URI::toString);
  }

  private static Optional<Set<Scope>> scopes(TokenRequest request) throws OAuthError {
    if (request.getScope() == null || request.getScope().isEmpty()) {
      return Optional.empty();
    }
    Set<Scope> known =
        AuthorizationQuery.named(new LinkedHashSet<>(request.getScope().toStringList()));
    if (known.isEmpty()) {
      throw OAuthError.of("invalid_scope", "There is no such scope.");
    }
    return Optional.of(known);
  }

  static Revoked revoked(byte[] body) throws OAuthError {
    try {
      TokenRevocationRequest request = TokenRevocationRequest.parse(request(body));
      if (request.getClientID() == null) {
        throw OAuthError.invalidRequest("Clients of this server have an id and no secret.");
      }
      return new Revoked(request.getClientID().getValue(), request.getToken().getValue());
    } catch (ParseException wrong) {
      throw refusal(wrong);
    }
  }

  private static HTTPRequest request(byte[] body) throws ParseException {
    HTTPRequest request = new HTTPRequest(HTTPRequest.Method.POST, ADDRESS);
    request.setContentType(TYPE);
    request.setBody(new String(body, StandardCharsets.UTF_8));
    return request;
  }

  private static OAuthError refusal(ParseException wrong) {
    ErrorObject error = wrong.getErrorObject();
    return error == null || error.getCode() == null
        ? OAuthError.invalidRequest(String.valueOf(wrong.getMessage()))
        : OAuthError.of(error.getCode(), String.valueOf(wrong.getMessage()));
  }
}
