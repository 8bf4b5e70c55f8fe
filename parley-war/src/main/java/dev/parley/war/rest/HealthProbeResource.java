package dev.parley.war.rest;

import dev.parley.Health;
import dev.parley.Parley;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The probe of whether this server can be given work: 200, or 503 where nothing can be written.
 * Anybody gets the status, the reason, since when, and the time. The version and the backends are
 * only for a request that needs no token or shows one.
 */
@Path("/health")
public final class HealthProbeResource {
  private final Web web;
  private final Authenticator access;

  /** Made for each request. */
  public HealthProbeResource(@Context ServletContext context) {
    this.web = Web.of(context);
    this.access = Authenticator.of(context);
  }

  /** Asks the database; one that is not open yet is not waited for. */
  @GET
  public Response health(@HeaderParam("Authorization") @Nullable String authorization) {
    Optional<Health> health = web.opened().map(Parley::health);
    HealthStatus fitness = health.map(HealthStatus::of).orElse(HealthStatus.NOT_OPEN);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", fitness.status().wireName());
    fitness.reason().ifPresent(reason -> body.put("reason", reason));
    fitness.since().ifPresent(since -> body.put("since", Timestamps.iso(since)));
    body.put("time", Timestamps.iso(Instant.now()));
    if (access.admits(authorization, health.isPresent())) {
      body.put("version", Version.text());
      body.put("database", database(health));
      health.ifPresent(known -> body.put("bus", bus(known.bus())));
    }
    return Response.status(fitness.status().http())
        .type("application/json")
        .header("Cache-Control", "no-store")
        .entity(Json.bytes(body))
        .build();
  }

  private static Map<String, Object> database(Optional<Health> health) {
    Map<String, Object> database = new LinkedHashMap<>();
    database.put("reachable", health.map(Health::storageReachable).orElse(false));
    database.put("product", health.map(Health::storage).orElse("unknown"));
    return database;
  }

  private static Map<String, Object> bus(Health.Bus known) {
    Map<String, Object> backend = new LinkedHashMap<>();
    backend.put("durable", known.durable());
    backend.put("reachable", known.reachable());
    known.awaySince().ifPresent(since -> backend.put("awaySince", Timestamps.iso(since)));
    return backend;
  }
}
