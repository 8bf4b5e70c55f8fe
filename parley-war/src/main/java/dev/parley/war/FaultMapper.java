package dev.parley.war;

import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestPath;
import dev.parley.war.mcp.Faults;
import dev.parley.war.rest.Problems;
import dev.parley.war.wire.LookupTime;
import dev.parley.war.wire.McpError;
import dev.parley.war.wire.ProblemDetail;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what went wrong inside out of the answer: it is logged, and the client gets a refusal, in
 * the words of MCP or, below {@code /api}, as problem details.
 */
@Provider
public final class FaultMapper implements ExceptionMapper<Throwable> {
  /** Stands for the request at hand. */
  @Context private @Nullable HttpServletRequest request;

  @Override
  public Response toResponse(Throwable thrown) {
    if (request != null && RequestPath.of(request).filter(Problems::concern).isPresent()) {
      audit(thrown);
      if (thrown instanceof ParleyException refused
          && refused.problem().code() == ProblemCode.NOT_FOUND) {
        LookupTime.await(request);
      }
      return Problems.answer(thrown);
    }
    McpError refusal;
    if (thrown instanceof NotFoundException) {
      refusal = McpError.NO_SUCH_PATH;
    } else if (thrown instanceof NotAllowedException) {
      refusal = McpError.NO_SUCH_METHOD;
    } else if (thrown instanceof WebApplicationException http) {
      return Response.status(http.getResponse().getStatus()).build();
    } else {
      refusal = Faults.refusal(thrown);
    }
    return Response.status(refusal.status())
        .type("application/json")
        .entity(refusal.answer(null))
        .build();
  }

  private void audit(Throwable thrown) {
    if (request != null && thrown instanceof ParleyException refused) {
      ProblemDetail refusal = ProblemDetail.of(refused.problem());
      if (refusal.status() == 403) {
        AccessAudit.refused(request, refusal.code());
      }
    }
  }
}
