package dev.parley.war.rest;

import dev.parley.Health;
import dev.parley.Parley;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.http.Refusals;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.McpError;
import dev.parley.war.wire.Timestamps;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The probe of whether this server can be given work: 200, or 503 where nothing can be written.
 * Anybody gets the status, the reason, since when, and the time. The version and the backends are
 * only for a request that needs no token or shows one.
 *
 * <p>A filter: it is asked before anything else, and JAX-RS takes its time to start.
 */
public final class HealthProbe implements Filter {
  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  /** The HTTP status of an answer, and the fields of its JSON. */
  record Answer(int status, Map<String, Object> fields) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    switch (http.getMethod()) {
      case "GET", "HEAD" -> answer(http, answer);
      case "OPTIONS" -> answer.setHeader("Allow", ALLOWED);
      default -> {
        answer.setHeader("Allow", ALLOWED);
        Refusals.send(http, answer, McpError.NO_SUCH_METHOD);
      }
    }
  }

  private static void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Answer answer = of(request.getServletContext(), request.getHeader("Authorization"));
    response.setStatus(answer.status());
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    byte[] json = Json.bytes(answer.fields());
    response.setContentLength(json.length);
    if (request.getMethod().equals("GET")) {
      response.getOutputStream().write(json);
    }
  }

  /** Asks the database; one that is not open yet is not waited for. */
  static Answer of(ServletContext context, @Nullable String authorization) {
    Optional<Health> health = Web.of(context).opened().map(Parley::health);
    HealthStatus fitness = health.map(HealthStatus::of).orElse(HealthStatus.NOT_OPEN);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", fitness.status().wireName());
    fitness.reason().ifPresent(reason -> body.put("reason", reason));
    fitness.since().ifPresent(since -> body.put("since", Timestamps.iso(since)));
    body.put("time", Timestamps.iso(Instant.now()));
    if (Authenticator.of(context).admits(authorization, health.isPresent())) {
      body.put("version", Version.text());
      body.put("database", database(health));
      health.ifPresent(known -> body.put("bus", bus(known.bus())));
    }
    return new Answer(fitness.status().http(), body);
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
