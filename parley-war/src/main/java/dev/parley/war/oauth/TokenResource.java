package dev.parley.war.oauth;

import dev.parley.audit.AuditAction;
import dev.parley.credential.Credential;
import dev.parley.credential.Scope;
import dev.parley.oauth.IssuedTokens;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Gives clients tokens for codes and refresh tokens, and revokes them (RFC 7009). */
@Path(OAuthServer.PATH)
public final class TokenResource {
  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public TokenResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
  }

  /** Returns the keys that tokens are signed with: none is signed. */
  @GET
  @Path("/keys")
  public Response keys() {
    OAuthServer unused = OAuthServer.in(context);
    return Response.ok(Json.bytes(Map.of("keys", List.of())), "application/json").build();
  }

  /** Exchanges a code or a refresh token. */
  @POST
  @Path("/token")
  public Response token(InputStream body) throws IOException {
    OAuthServer server = OAuthServer.in(context);
    try {
      TokenForm.Asked asked = TokenForm.asked(FormBody.read(request, body));
      checkClient(server, asked.client());
      IssuedTokens issued = issued(server, asked).orElseThrow(OAuthError::invalidGrant);
      if (asked instanceof TokenForm.OfCode) {
        record(AuditAction.CREDENTIAL_CREATE, issued.credential());
      }
      return answer(issued);
    } catch (OAuthError refused) {
      return refusal(refused).response();
    } catch (ParleyException refused) {
      return OAuthError.of(refused).response();
    }
  }

  /** A client that is not known any more registers anew when it learns so. */
  private static void checkClient(OAuthServer server, String client) throws OAuthError {
    if (!ClientDocuments.isAddress(client) && server.stored().clients().find(client).isEmpty()) {
      throw OAuthError.invalidClient();
    }
  }

  private static Optional<IssuedTokens> issued(OAuthServer server, TokenForm.Asked asked)
      throws OAuthError {
    if (asked instanceof TokenForm.OfCode code) {
      return server.stored().exchange(code.code(), code.proof(), server.lifetimes());
    }
    TokenForm.OfRefreshToken refresh = (TokenForm.OfRefreshToken) asked;
    try {
      return server
          .stored()
          .refresh(refresh.token(), refresh.client(), refresh.scopes(), server.lifetimes());
    } catch (ParleyException refused) {
      if (refused.problem().code() == ProblemCode.INVALID_ARGUMENT) {
        throw OAuthError.of("invalid_scope", "A scope was not allowed.");
      }
      throw refused;
    }
  }

  /** Counts a code or token that is not good as a wrong token is counted at every other path. */
  private OAuthError refusal(OAuthError refused) {
    if (!refused.code().equals("invalid_grant")) {
      return refused;
    }
    OptionalLong wait =
        FailedLoginLimiter.of(context)
            .wrong(ForwardedHeaders.of(context).of(request), OAuthServer.PATH + "/token");
    return wait.isEmpty() ? refused : OAuthError.tooMany(Duration.ofMillis(wait.getAsLong()));
  }

  private static Response answer(IssuedTokens issued) {
    long seconds = Math.max(1, Duration.between(Instant.now(), issued.expiresAt()).toSeconds());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("access_token", issued.access());
    fields.put("token_type", "Bearer");
    fields.put("expires_in", seconds);
    fields.put("refresh_token", issued.refresh());
    fields.put(
        "scope",
        issued.scopes().stream().sorted().map(Scope::wireName).collect(Collectors.joining(" ")));
    return Response.ok(Json.bytes(fields), "application/json")
        .header("Cache-Control", "no-store")
        .header("Pragma", "no-cache")
        .build();
  }

  /** Ends the rights of a client by one of its tokens. A token that is none is no mistake. */
  @POST
  @Path("/revoke")
  public Response revoke(InputStream body) throws IOException {
    OAuthServer server = OAuthServer.in(context);
    try {
      TokenForm.Revoked revoked = TokenForm.revoked(FormBody.read(request, body));
      server
          .stored()
          .revoke(revoked.token(), revoked.client())
          .ifPresent(credential -> record(AuditAction.CREDENTIAL_REVOKE, credential));
      return Response.ok().header("Cache-Control", "no-store").build();
    } catch (OAuthError refused) {
      return refused.response();
    } catch (ParleyException refused) {
      return OAuthError.of(refused).response();
    }
  }

  private void record(AuditAction action, Credential credential) {
    AccessAudit.done(
        request,
        credential.properties().workspace(),
        action,
        "credential "
            + credential.id()
            + " by its client: "
            + credential.properties().role().wireName()
            + " "
            + credential.properties().names()
            + " with "
            + Scope.names(credential.properties().scopes()));
  }
}
