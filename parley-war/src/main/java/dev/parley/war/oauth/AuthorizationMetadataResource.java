package dev.parley.war.oauth;

import dev.parley.war.http.PublicAddress;
import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves the description of the authorization server (RFC 8414), to everybody. */
@Path("/.well-known/oauth-authorization-server")
public final class AuthorizationMetadataResource {
  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public AuthorizationMetadataResource(
      @Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
  }

  /** Returns the description. */
  @GET
  public Response ofServer() {
    OAuthServer unused = OAuthServer.in(context);
    return described();
  }

  /** Returns the same one to clients that insert the path of an endpoint. */
  @GET
  @Path("{endpoint: .+}")
  public Response ofEndpoint(@PathParam("endpoint") String endpoint) {
    if (!OAuthServer.in(context).isEndpoint("/" + endpoint)) {
      throw new NotFoundException();
    }
    return described();
  }

  private Response described() {
    String base = PublicAddress.of(request).orElseThrow(NotFoundException::new);
    return answer(document(base));
  }

  /** Returns the answer with a description. */
  static Response answer(Map<String, Object> document) {
    return Response.ok(Json.bytes(document), "application/json")
        .header("Cache-Control", "no-store")
        .build();
  }

  /** Returns the description of the server that is the issuer of this name. */
  static Map<String, Object> document(String issuer) {
    String at = issuer + OAuthServer.PATH;
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("issuer", issuer);
    fields.put("authorization_endpoint", at + "/authorize");
    fields.put("token_endpoint", at + "/token");
    fields.put("registration_endpoint", at + "/register");
    fields.put("revocation_endpoint", at + "/revoke");
    fields.put("scopes_supported", OAuthServer.scopeNames());
    fields.put("response_types_supported", List.of("code"));
    fields.put("response_modes_supported", List.of("query"));
    fields.put("grant_types_supported", List.of("authorization_code", "refresh_token"));
    fields.put("token_endpoint_auth_methods_supported", List.of("none"));
    fields.put("revocation_endpoint_auth_methods_supported", List.of("none"));
    fields.put("code_challenge_methods_supported", List.of("S256"));
    fields.put("client_id_metadata_document_supported", true);
    fields.put("authorization_response_iss_parameter_supported", true);
    return fields;
  }
}
