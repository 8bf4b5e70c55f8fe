package dev.parley.war.web;

import dev.parley.war.mcp.Json;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a resource answers: JSON that nobody on the way keeps. */
final class Answer {
  static final String NOT_KEPT = "no-store";

  private Answer() {}

  static Response ok(Object body) {
    return of(200, body);
  }

  static Response created(Object body) {
    return of(201, body);
  }

  static Response nothing() {
    return Response.noContent().header(HttpHeaders.CACHE_CONTROL, NOT_KEPT).build();
  }

  /** A list all of which is there. */
  static Response all(List<?> items) {
    return ok(new Page(items, null));
  }

  private static Response of(int status, Object body) {
    return Response.status(status)
        .type("application/json")
        .header(HttpHeaders.CACHE_CONTROL, NOT_KEPT)
        .entity(Json.bytes(body))
        .build();
  }

  /** A list and where to go on. */
  record Page(List<?> items, @Nullable Object next) {}

  /** A list that goes on both ways. */
  record Window(List<?> items, long next, @Nullable Long previous) {}

  /** A list that may be cut. */
  record Cut(List<?> items, boolean truncated) {}
}
