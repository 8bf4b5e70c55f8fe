package dev.parley.war;

import dev.parley.Health;
import dev.parley.ParleyException;
import dev.parley.war.mcp.Json;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/** Whether this server can be given work: 200 with the version and the database, or 503. */
@Path("/health")
public final class HealthResource {
  private final Hub hub;

  /** Made for each request. */
  public HealthResource(@Context ServletContext context) {
    this.hub = Hub.of(context);
  }

  /** Asks the database. */
  @GET
  public Response health() {
    boolean reachable;
    String product;
    try {
      Health health = hub.parley().health();
      reachable = health.storageReachable();
      product = health.storage();
    } catch (ParleyException notOpen) {
      reachable = false;
      product = "unknown";
    }
    Map<String, Object> database = new LinkedHashMap<>();
    database.put("reachable", reachable);
    database.put("product", product);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", reachable ? "up" : "down");
    body.put("version", Version.text());
    body.put("database", database);
    return Response.status(reachable ? 200 : 503)
        .type("application/json")
        .header("Cache-Control", "no-store")
        .entity(Json.bytes(body))
        .build();
  }
}
