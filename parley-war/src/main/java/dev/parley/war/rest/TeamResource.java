package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import dev.parley.war.login.Login;
import dev.parley.war.view.Personas;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/** The personas that were chosen for a session. */
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
    Connection observer = Login.of(request).observer();
    SessionId id = RequestParams.session(observer, session).id();
    return JsonResponses.ok(Personas.answered(() -> observer.teams().team(id)));
  }
}
