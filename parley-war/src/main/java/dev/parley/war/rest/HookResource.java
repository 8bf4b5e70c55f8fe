package dev.parley.war.rest;

import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.ReservedNames;
import dev.parley.problem.NameReserved;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.grant.Rights;
import dev.parley.war.wake.HookEvent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hooks of clients that report over HTTP, beside any connection. */
@Path("/api/hook/tool-use")
public final class HookResource {
  /** The end of the names of tools whose agent is the one a text is about. */
  private static final String ABOUT_ANOTHER = "_memory";

  private final HttpServletRequest request;

  /** Made for each request. */
  public HookResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Notes what an agent does, and renews its leases unless its client ends, also where there are
   * too many agents to note it. The body is what the client gives its hook. The agent is the one a
   * tool of Parley's names as its caller, else the one of the request.
   */
  @POST
  public Response report(InputStream in) throws IOException {
    Map<String, Object> input = JsonBody.fields(in);
    HookEvent event = HookEvent.ofInput(input);
    ProgramCaller caller = ProgramCaller.of(request);
    Optional<AgentId> agent =
        named(input).or(caller::agent).or(caller::person).map(who -> checked(caller, who));
    boolean isNoted = agent.isPresent() && note(caller, agent.get(), event);
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("ok", true);
    answer.put("agent", agent.map(AgentId::value).orElse(null));
    answer.put("noted", isNoted);
    return JsonResponses.ok(answer);
  }

  private boolean note(ProgramCaller caller, AgentId agent, HookEvent event) {
    Web web = Web.of(request.getServletContext());
    Connection observer = web.observer(caller.workspace());
    boolean isNoted = web.desks().reports().report(caller.workspace(), agent, event);
    if (event.isSignOfLife()) {
      observer.renewLeases(agent);
    }
    return isNoted;
  }

  /** Refuses a name that the credential does not admit, or that is that of another person. */
  private AgentId checked(ProgramCaller caller, AgentId agent) {
    caller.grant().checkName(agent);
    boolean isSelf = caller.person().filter(agent::equals).isPresent();
    if (!isSelf && Web.of(request.getServletContext()).isPerson(caller.workspace(), agent)) {
      throw new ParleyException(new NameReserved(agent.value()));
    }
    return agent;
  }

  /**
   * Returns the agent that a tool of Parley's names as its caller; a text that is no name counts as
   * none. A tool without a name counts as one of Parley's.
   */
  private static Optional<AgentId> named(Map<String, Object> input) {
    String tool = input.get("tool_name") instanceof String text ? text.strip() : "";
    boolean isOfAnother = !tool.isEmpty() && !Rights.isTool(tool);
    if (isOfAnother
        || tool.endsWith(ABOUT_ANOTHER)
        || !(input.get("tool_input") instanceof Map<?, ?> arguments)
        || !(arguments.get("agent_id") instanceof String name)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ReservedNames.agent(name));
    } catch (ParleyException refused) {
      if (refused.problem().code() == ProblemCode.NAME_RESERVED) {
        throw refused;
      }
      return Optional.empty();
    }
  }
}
