package dev.parley.war.mcp;

import dev.parley.war.wire.McpError;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer of known length, which goes out in one piece. */
final class WholeAnswer implements McpAnswer {
  private static final byte[] NO_BODY = new byte[0];
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  /**
   * An answer that is not sent.
   *
   * @param status the HTTP status
   * @param headers all headers but that of the length
   */
  WholeAnswer(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** An answer in JSON. */
  static WholeAnswer of(int status, byte[] json) {
    return new WholeAnswer(status, JSON, json);
  }

  /** The refusal of request {@code id}. */
  static WholeAnswer of(McpError refusal, @Nullable Object id) {
    WholeAnswer answer = of(refusal.status(), refusal.answer(id));
    return refusal.retryAfter().isPresent()
        ? answer.with("Retry-After", Integer.toString(refusal.retryAfter().getAsInt()))
        : answer;
  }

  /** An answer that is a status. */
  static WholeAnswer empty(int status) {
    return new WholeAnswer(status, Map.of(), NO_BODY);
  }

  /** Returns the answer with one more header. */
  WholeAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new WholeAnswer(status, more, body);
  }

  /** Returns the HTTP status. */
  int status() {
    return status;
  }

  /** Returns the body, empty where there is none. */
  byte[] body() {
    return body;
  }

  /** Writes all of it. */
  void send(HttpServletResponse response) throws IOException {
    response.setStatus(status);
    headers.forEach(response::setHeader);
    if (status != HttpServletResponse.SC_NO_CONTENT) {
      response.setContentLength(body.length);
    }
    if (body.length > 0) {
      response.getOutputStream().write(body);
    }
  }
}
