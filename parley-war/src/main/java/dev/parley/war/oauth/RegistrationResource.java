package dev.parley.war.oauth;

import dev.parley.oauth.OAuthClient;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
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
import org.jspecify.annotations.Nullable;

/** Lets clients register themselves (RFC 7591). Each is a public one: it gets no secret. */
@Path(OAuthServer.PATH + "/register")
public final class RegistrationResource {
  private static final int CREATED = 201;

  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public RegistrationResource(
      @Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
  }

  /** Registers a client. */
  @POST
  public Response register(InputStream body) throws IOException {
    OAuthServer server = OAuthServer.in(context);
    try {
      Duration wait = server.registrations().take(ForwardedHeaders.of(context).of(request));
      if (!wait.isZero()) {
        throw OAuthError.tooMany(wait);
      }
      return registered(server, metadata(body));
    } catch (OAuthError refused) {
      return refused.response();
    } catch (ParleyException refused) {
      return (refused.problem().code() == ProblemCode.INVALID_ARGUMENT
              ? OAuthError.of("invalid_client_metadata", String.valueOf(refused.getMessage()))
              : OAuthError.of(refused))
          .response();
    }
  }

  private Map<?, ?> metadata(InputStream body) throws OAuthError, IOException {
    if (!FormBody.isOfType(request, "application/json")) {
      throw OAuthError.of("invalid_client_metadata", "The body has to be application/json.");
    }
    byte[] bytes = FormBody.bounded(body);
    @Nullable Object read;
    try {
      read = Json.read(bytes);
    } catch (IOException noJson) {
      throw OAuthError.of("invalid_client_metadata", "The body is not JSON.");
    }
    if (!(read instanceof Map<?, ?> fields)) {
      throw OAuthError.of("invalid_client_metadata", "The body is no JSON object.");
    }
    return fields;
  }

  private static Response registered(OAuthServer server, Map<?, ?> metadata) throws OAuthError {
    List<String> uris = ClientMetadata.redirectUris(metadata);
    List<?> types =
        metadata.get("grant_types") instanceof List<?> named
            ? named
            : List.of("authorization_code");
    if (!types.contains("authorization_code")) {
      throw OAuthError.of(
          "invalid_client_metadata", "A client needs the grant type authorization_code.");
    }
    OAuthClient client = server.stored().clients().register(ClientMetadata.name(metadata), uris);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("client_id", client.id());
    fields.put("client_id_issued_at", Instant.now().getEpochSecond());
    if (!client.name().isEmpty()) {
      fields.put("client_name", client.name());
    }
    fields.put(ClientMetadata.REDIRECT_URIS, client.redirectUris());
    fields.put("grant_types", List.of("authorization_code", "refresh_token"));
    fields.put("response_types", List.of("code"));
    fields.put("token_endpoint_auth_method", "none");
    return Response.status(CREATED)
        .entity(Json.bytes(fields))
        .type("application/json")
        .header("Cache-Control", "no-store")
        .build();
  }
}
