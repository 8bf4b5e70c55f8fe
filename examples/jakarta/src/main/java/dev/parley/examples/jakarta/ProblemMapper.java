package dev.parley.examples.jakarta;

import dev.parley.problem.ParleyException;
import dev.parley.problem.Problem;
import jakarta.json.Json;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Makes an HTTP status of what Parley refuses. */
// tag::problems[]
@Provider
public class ProblemMapper implements ExceptionMapper<ParleyException> {
  @Override
  public Response toResponse(ParleyException refused) {
    Problem problem = refused.problem();
    int status =
        switch (problem.code()) {
          case INVALID_ARGUMENT -> 400;
          case NOT_FOUND -> 404;
          case RATE_LIMITED -> 429;
          case UNAVAILABLE -> 503;
          default -> 409;
        };
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON)
        .entity(
            Json.createObjectBuilder()
                .add("code", problem.code().wireName())
                .add("message", problem.message())
                .build())
        .build();
  }
}
// end::problems[]
