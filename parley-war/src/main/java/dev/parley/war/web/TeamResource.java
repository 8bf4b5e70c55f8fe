package dev.parley.war.web;

import dev.parley.agent.Connection;
import dev.parley.session.SessionId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/** Who was chosen for a session. */
@Path("/api/sessions/{session}/team")
public final class TeamResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public TeamResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** The team. */
  @GET
  public Response list(@PathParam("session") String session) {
    Connection observer = Sitting.of(request).observer();
    SessionId id = Given.session(observer, session).id();
    return Answer.ok(Personas.answered(() -> observer.teams().team(id)));
  }
}
