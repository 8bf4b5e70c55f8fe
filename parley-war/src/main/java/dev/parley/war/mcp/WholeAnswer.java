package dev.parley.war.mcp;

import dev.parley.war.wire.McpError;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** Answers of known length, which go out in one piece. */
final class WholeAnswer {
  private WholeAnswer() {}

  static Response.ResponseBuilder of(int status, byte[] json) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .header(HttpHeaders.CONTENT_LENGTH, Integer.toString(json.length))
        .entity(json);
  }

  /** The refusal of request {@code id}. */
  static Response of(McpError refusal, @Nullable Object id) {
    Response.ResponseBuilder response = of(refusal.status(), refusal.answer(id));
    refusal.retryAfter().ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, seconds));
    return response.build();
  }
}
