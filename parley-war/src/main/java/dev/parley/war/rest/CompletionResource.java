package dev.parley.war.rest;

import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.session.Session;
import dev.parley.war.view.CompletionView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The check whether a session is complete, and whether an agent may end its work in it. */
@Path("/api/sessions/{session}/completion-check")
public final class CompletionResource {
  /** The scopes that let a caller see the work of everybody. */
  private static final List<Scope> WATCHES = List.of(Scope.WATCH);

  private final HttpServletRequest request;

  /** Made for each request. */
  public CompletionResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Checks a session.
   *
   * @param agent the agent to check; without it, the one the request names, and without that none
   * @throws dev.parley.problem.ParleyException {@code permission_denied} for an agent that a token
   *     without {@code watch} may not act as
   */
  @GET
  public Response check(
      @PathParam("session") String session, @QueryParam("agent") @Nullable String agent) {
    ProgramCaller caller = ProgramCaller.of(request);
    Optional<AgentId> asked = RequestParams.optional("agent", agent, AgentId::of);
    if (!caller.grant().hasAny(WATCHES)) {
      asked.ifPresent(caller.grant()::checkName);
    }
    Web web = Web.of(request.getServletContext());
    Session found = RequestParams.session(web.observer(caller.workspace()), session);
    Optional<AgentId> checked = asked.or(caller::agent);
    return JsonResponses.ok(
        CompletionView.of(
            found.completionCheck(checked.orElse(found.agent())), checked.isPresent()));
  }
}
