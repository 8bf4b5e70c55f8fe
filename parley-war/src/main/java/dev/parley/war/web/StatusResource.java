package dev.parley.war.web;

import dev.parley.Health;
import dev.parley.ParleyException;
import dev.parley.presence.RosterQuery;
import dev.parley.war.Hub;
import dev.parley.war.Version;
import dev.parley.war.tool.Times;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the server is, for people. */
@Path("/api/health")
public final class StatusResource {
  private final Web web;
  private final Hub hub;
  private final HttpServletRequest request;

  /** Made for each request. */
  public StatusResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.web = Web.of(context);
    this.hub = Hub.of(context);
    this.request = request;
  }

  /** What is answered. */
  record Status(
      String status,
      String version,
      @Nullable String instance,
      String startedAt,
      Database database,
      Connections connections,
      PerSecond rates) {

    /** What keeps the rows. */
    record Database(boolean reachable, String product) {}

    /** Who is connected, and over what. */
    record Connections(long agentsOnline, int pages, int mcp) {}

    /** How often in a second, for each step, the oldest first. */
    record PerSecond(int stepSeconds, List<Double> messages, List<Double> events) {}
  }

  /** Asks the database. */
  @GET
  public Response status() {
    Sitting sitting = Sitting.of(request);
    Health health = hub.parley().health();
    return Answer.ok(
        new Status(
            health.storageReachable() ? "up" : "down",
            Version.text(),
            web.instance().orElse(null),
            Times.iso(web.startedAt()),
            new Status.Database(health.storageReachable(), health.storage()),
            new Status.Connections(online(sitting), web.feed().pages(), hub.sessions()),
            new Status.PerSecond(
                Rates.STEP_SECONDS,
                web.feed().messages().perSecond(),
                web.feed().events().perSecond())));
  }

  private static long online(Sitting sitting) {
    try {
      return sitting.observer().presence().roster(RosterQuery.ALL.online()).users().size();
    } catch (ParleyException away) {
      return 0;
    }
  }
}
