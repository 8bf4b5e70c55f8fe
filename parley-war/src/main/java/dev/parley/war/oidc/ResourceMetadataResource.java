package dev.parley.war.oidc;

import dev.parley.war.wire.Json;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/** Serves the descriptions of this server as a protected resource, to everybody. */
@Path(ResourceMetadata.PATH)
public final class ResourceMetadataResource {
  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public ResourceMetadataResource(
      @Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
  }

  /** Returns the description of the server as a whole. */
  @GET
  public Response ofServer() {
    return described("");
  }

  /** Returns the description of an endpoint, whose path is inserted. */
  @GET
  @Path("{endpoint: .+}")
  public Response ofEndpoint(@PathParam("endpoint") String endpoint) {
    return described("/" + endpoint);
  }

  private Response described(String path) {
    return ResourceMetadata.of(context)
        .flatMap(known -> known.document(request, path))
        .map(
            fields ->
                Response.ok(Json.bytes(fields), "application/json")
                    .header("Cache-Control", "no-store")
                    .build())
        .orElseThrow(NotFoundException::new);
  }
}
