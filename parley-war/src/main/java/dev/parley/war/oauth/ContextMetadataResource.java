package dev.parley.war.oauth;

import dev.parley.war.http.PublicAddress;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/**
 * Serves the description of the authorization server at the one address below a context path that
 * MCP clients ask for it. The others, of RFC 8414, lie at the root of the host, which is not this
 * deployment's. The address is that of OpenID Connect Discovery, so the document has the fields
 * that are needed there; they say that no tokens are signed.
 */
@Path("/.well-known/openid-configuration")
public final class ContextMetadataResource {
  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public ContextMetadataResource(
      @Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
  }

  /** Returns the description. */
  @GET
  public Response description() {
    OAuthServer unused = OAuthServer.in(context);
    String base = PublicAddress.of(request).orElseThrow(NotFoundException::new);
    Map<String, Object> fields = AuthorizationMetadataResource.document(base);
    fields.put("jwks_uri", base + OAuthServer.PATH + "/keys");
    fields.put("subject_types_supported", List.of("public"));
    fields.put("id_token_signing_alg_values_supported", List.of());
    return AuthorizationMetadataResource.answer(fields);
  }
}
