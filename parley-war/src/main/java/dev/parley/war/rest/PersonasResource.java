package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.war.login.Login;
import dev.parley.war.view.Personas;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

/** The personas that may be chosen for a team. */
@Path("/api/personas")
public final class PersonasResource {
  private final HttpServletRequest request;

  /** Made for each request. */
  public PersonasResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** The pool. */
  @GET
  public Response list() {
    Connection observer = Login.of(request).observer();
    return JsonResponses.ok(Personas.answered(() -> observer.teams().pool()));
  }
}
