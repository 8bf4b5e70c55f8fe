package dev.parley.war.rest;

import dev.parley.Health;
import dev.parley.id.WorkspaceId;
import dev.parley.presence.Presence;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ParleyException;
import dev.parley.war.feed.RateHistory;
import dev.parley.war.login.Login;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The health of the server, for people. A person whose credential opens one workspace gets the
 * counts of that one; those of every workspace are for the administrators of the whole server.
 */
@Path("/api/health")
public final class PageHealthResource {
  private final Web web;
  private final HttpServletRequest request;

  /** Made for each request. */
  public PageHealthResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.web = Web.of(context);
    this.request = request;
  }

  /** The answer. */
  record Status(
      String status,
      @Nullable String reason,
      @Nullable String since,
      String version,
      @Nullable String instance,
      String startedAt,
      Database database,
      Bus bus,
      String counts,
      Connections connections,
      Backlog backlog,
      @Nullable Node node,
      PerSecond rates) {

    /** The database that keeps the rows. */
    record Database(boolean reachable, String product) {}

    /** The backends of the rooms' messages, and the time since when they cannot be reached. */
    record Bus(String durable, String ephemeral, boolean reachable, @Nullable String awaySince) {}

    /** The connected agents and people, and their transports. */
    record Connections(
        long agentsOnline, long peopleOnline, int pages, int mcp, int mcpStreams, int waits) {}

    /**
     * The messages that wait for their readers, and the writes that wait for their database or
     * backend, which are not counted by workspace.
     */
    record Backlog(long messages, long mostOfOne, int connections, @Nullable Integer writes) {}

    /** This node and the others. */
    record Node(String name, List<String> others) {}

    /** The rates per second, for each step, the oldest first. */
    record PerSecond(int stepSeconds, List<Double> messages, List<Double> events) {}
  }

  /** Asks the database; everything else is known here. */
  @GET
  public Response status() {
    Login login = Login.of(request);
    Optional<WorkspaceId> only = login.grant().workspace();
    Health health = only.map(web.parley()::health).orElseGet(web.parley()::health);
    Predicate<WorkspaceId> isCounted = workspace -> only.map(workspace::equals).orElse(true);
    HealthStatus fitness = HealthStatus.of(health);
    Map<Boolean, Long> online = online(login);
    return JsonResponses.ok(
        new Status(
            fitness.status().wireName(),
            fitness.reason().orElse(null),
            fitness.since().map(Timestamps::iso).orElse(null),
            Version.text(),
            web.instance().orElse(null),
            Timestamps.iso(web.startedAt()),
            new Status.Database(health.storageReachable(), health.storage()),
            bus(health.bus()),
            only.isPresent() ? "workspace" : "server",
            new Status.Connections(
                online.getOrDefault(false, 0L),
                online.getOrDefault(true, 0L),
                web.feed(login).pages(),
                web.sessions().open().applyAsInt(isCounted),
                web.sessions().streaming().applyAsInt(isCounted),
                health.connections().waiting()),
            backlog(health.backlog(), only.isEmpty()),
            health.nodes().map(PageHealthResource::node).orElse(null),
            new Status.PerSecond(
                RateHistory.STEP_SECONDS,
                web.feed(login).messages().perSecond(),
                web.feed(login).events().perSecond())));
  }

  private static Status.Bus bus(Health.Bus backend) {
    return new Status.Bus(
        backend.durable(),
        backend.ephemeral(),
        backend.reachable(),
        backend.awaySince().map(Timestamps::iso).orElse(null));
  }

  private static Status.Backlog backlog(Health.Backlog backlog, boolean isOfAll) {
    return new Status.Backlog(
        backlog.undelivered(),
        backlog.mostUndelivered(),
        backlog.behind(),
        isOfAll ? backlog.writes() : null);
  }

  private static Status.Node node(Health.Nodes nodes) {
    return new Status.Node(nodes.own(), nodes.others().stream().sorted().toList());
  }

  /** The number of people who are there, under true, and that of agents. */
  private static Map<Boolean, Long> online(Login login) {
    Presence presence = login.observer().presence();
    try {
      return presence
          .roster(RosterQuery.ALL.online().atMost(RosterQuery.MAX_USERS))
          .users()
          .stream()
          .collect(
              Collectors.groupingBy(
                  user -> presence.isPerson(user.handle().value()), Collectors.counting()));
    } catch (ParleyException away) {
      return Map.of();
    }
  }
}
