package dev.parley.war.rest;

import dev.parley.problem.ParleyException;
import dev.parley.war.http.FaultLog;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.McpError;
import dev.parley.war.wire.ProblemDetail;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.Locale;
import java.util.Map;

/** The answers below {@code /api} where something was refused or failed. */
public final class Problems {
  private static final ProblemDetail FAILED =
      new ProblemDetail(
          McpError.INTERNAL_ERROR.status(),
          "internal_error",
          "Parley failed on this request; its log says why.",
          Map.of());

  private static final ProblemDetail BROKEN_OFF =
      new ProblemDetail(
          McpError.BROKEN_BODY.status(), "broken_body", McpError.BROKEN_BODY.sentence(), Map.of());

  private Problems() {}

  /** Returns whether a path below the context is one of those here. */
  public static boolean concern(String path) {
    String bare = path.startsWith("/") ? path.substring(1) : path;
    return bare.equals("api") || bare.startsWith("api/");
  }

  /** The answer to a request that ended with {@code thrown}, which is logged if it is a fault. */
  public static Response answer(Throwable thrown) {
    if (thrown instanceof HttpProblemException refused) {
      return response(refused.detail()).build();
    }
    if (thrown instanceof ParleyException refused) {
      return response(ProblemDetail.of(refused.problem())).build();
    }
    if (thrown instanceof NotFoundException) {
      return response(ProblemDetail.NO_SUCH_PATH).build();
    }
    if (thrown instanceof NotAllowedException wrong) {
      return response(
              ProblemDetail.noSuchMethod(wrong.getResponse().getHeaderString(HttpHeaders.ALLOW)))
          .build();
    }
    if (thrown instanceof WebApplicationException http && http.getResponse().getStatus() < 500) {
      return http.getResponse().getStatus() < 400
          ? http.getResponse()
          : response(of(http.getResponse().getStatus())).build();
    }
    if (FaultLog.isOfClient(thrown)) {
      return response(BROKEN_OFF).build();
    }
    FaultLog.log(thrown);
    return response(FAILED).build();
  }

  /** Returns the problem for a refusal by JAX-RS itself. */
  private static ProblemDetail of(int status) {
    Status known = Status.fromStatusCode(status);
    String code = known == null ? "http_" + status : known.name().toLowerCase(Locale.ROOT);
    return new ProblemDetail(status, code, "The request has not the form of one here.", Map.of());
  }

  private static Response.ResponseBuilder response(ProblemDetail detail) {
    Response.ResponseBuilder response =
        Response.status(detail.status())
            .type(ProblemDetail.TYPE)
            .header(HttpHeaders.CACHE_CONTROL, JsonResponses.NOT_KEPT)
            .entity(detail.bytes());
    detail.retryAfter().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
    detail.allowed().ifPresent(methods -> response.header(HttpHeaders.ALLOW, methods));
    return response;
  }
}
