package dev.parley.war.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The description of what all of this takes and answers, in OpenAPI 3.1. */
@Path("/api/openapi.yaml")
public final class OpenApiResource {

  /** The document. */
  @GET
  public Response read() throws IOException {
    try (InputStream in = OpenApiResource.class.getResourceAsStream("openapi.yaml")) {
      return Response.ok(Objects.requireNonNull(in).readAllBytes(), "application/yaml").build();
    }
  }
}
