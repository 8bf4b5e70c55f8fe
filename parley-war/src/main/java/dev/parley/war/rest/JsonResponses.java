package dev.parley.war.rest;

import dev.parley.war.wire.Json;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/** The answers of resources: JSON and files that nobody on the way keeps. */
final class JsonResponses {
  static final String NOT_KEPT = "no-store";

  private JsonResponses() {}

  static Response ok(Object body) {
    return of(200, body);
  }

  static Response created(Object body) {
    return of(201, body);
  }

  static Response nothing() {
    return Response.noContent().header(HttpHeaders.CACHE_CONTROL, NOT_KEPT).build();
  }

  /** JSON that is encoded already. */
  static Response encoded(byte[] body) {
    return Response.ok()
        .type("application/json")
        .header(HttpHeaders.CACHE_CONTROL, NOT_KEPT)
        .entity(body)
        .build();
  }

  /** A file that the browser saves under {@code name}. */
  static Response file(Object content, String mediaType, String name) {
    return Response.ok(content)
        .type(mediaType)
        .header(HttpHeaders.CACHE_CONTROL, NOT_KEPT)
        .header(HttpHeaders.CONTENT_DISPOSITION, DownloadName.disposition(name))
        .build();
  }

  private static Response of(int status, Object body) {
    return Response.status(status)
        .type("application/json")
        .header(HttpHeaders.CACHE_CONTROL, NOT_KEPT)
        .entity(Json.bytes(body))
        .build();
  }
}
