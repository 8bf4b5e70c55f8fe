package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.id.AgentId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.feed.Feed;
import dev.parley.war.guard.AgentGuard;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.login.Login;
import dev.parley.war.view.AgentSources;
import dev.parley.war.view.AgentView;
import dev.parley.war.wake.Desks;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The agents that are there, and those that were within a day. */
@Path("/api/agents")
public final class AgentsResource {
  private static final int MAX_COUNT = RosterQuery.MAX_USERS;

  private final HttpServletRequest request;

  /** Made for each request. */
  public AgentsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /**
   * Returns the agents seen last first, as many as one answer has. In the order of names every one
   * can be reached, a page at a time.
   */
  @GET
  public Response list(
      @QueryParam("by") @Nullable String by,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    Login login = Login.of(request);
    boolean byName = RequestParams.optional("by", by, AgentsResource::isName).orElse(false);
    Optional<AgentId> from = RequestParams.optional("after", after, AgentId::of);
    if (from.isPresent() && !byName) {
      throw InvalidArgument.refusal("after", "it goes with by=name only");
    }
    int most = RequestParams.limit(limit);
    Roster roster = login.observer().presence().roster(RosterQuery.ALL.atMost(MAX_COUNT));
    Feed feed = Web.of(request.getServletContext()).feed(login);
    AgentSources sources = feed.agents();
    List<AgentStatus> all = sources.listed(roster);
    List<AgentStatus> users =
        byName
            ? all.stream()
                .filter(user -> from.isEmpty() || isAfter(user, from.get()))
                .sorted(Comparator.comparing(user -> user.handle().value()))
                .toList()
            : all;
    ItemList items = ItemList.of(request);
    List<AgentStatus> shown = users.subList(0, Math.min(most, users.size()));
    items.addFromFirst(AgentView.list(feed.observer(), sources, shown), agent -> agent);
    boolean cut = items.count() < users.size();
    return items.answer(
        cut && byName ? users.get(items.count() - 1).handle().value() : null,
        cut || roster.truncated());
  }

  /** Lifts the stop of an agent that answered others without end. */
  @POST
  @Path("/{agent}/resume")
  public Response resume(@PathParam("agent") String agent) {
    Login login = Login.of(request);
    AgentId id = RequestParams.value("agent", agent, AgentId::of);
    Desks desks = Web.of(request.getServletContext()).desks();
    boolean resumed =
        desks.guards().find(login.observer().workspace(), id).filter(AgentGuard::reset).isPresent();
    if (resumed) {
      AccessAudit.done(
          request, login.observer().workspace(), AuditAction.AGENT_RESUME, "agent " + id.value());
    }
    return JsonResponses.ok(new Resumed(id.value(), resumed));
  }

  private record Resumed(String agent, boolean resumed) {}

  private static boolean isName(String order) {
    if (!order.equals("name") && !order.equals("seen")) {
      throw InvalidArgument.refusal("by", "it must be name or seen");
    }
    return order.equals("name");
  }

  private static boolean isAfter(AgentStatus user, AgentId other) {
    return user.handle().value().compareTo(other.value()) > 0;
  }
}
