package dev.parley.war;

import dev.parley.ParleyException;
import dev.parley.problem.Code;
import dev.parley.war.mcp.WireRefusal;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Keeps what went wrong inside out of the answer: it is logged, and the client gets a refusal. */
@Provider
public final class FaultMapper implements ExceptionMapper<Throwable> {
  private static final System.Logger LOG = System.getLogger(FaultMapper.class.getName());

  @Override
  public Response toResponse(Throwable thrown) {
    WireRefusal refusal = WireRefusal.INTERNAL_ERROR;
    if (thrown instanceof NotFoundException) {
      refusal = WireRefusal.NO_SUCH_PATH;
    } else if (thrown instanceof NotAllowedException) {
      refusal = WireRefusal.NO_SUCH_METHOD;
    } else if (thrown instanceof WebApplicationException http) {
      return Response.status(http.getResponse().getStatus()).build();
    } else if (thrown instanceof ParleyException refused
        && refused.problem().code() == Code.UNAVAILABLE) {
      refusal = WireRefusal.UNAVAILABLE;
    } else {
      LOG.log(System.Logger.Level.ERROR, "A request failed.", thrown);
    }
    return Response.status(refusal.status())
        .type("application/json")
        .entity(refusal.answer(null))
        .build();
  }
}
