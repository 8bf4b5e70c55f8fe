package dev.parley.war.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import jakarta.servlet.ServletException;
import java.io.IOException;

/**
 * The span of one request over HTTP.
 *
 * @param span as the library has it
 */
record RequestSpan(Span span) {
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  private static final int FAULT = 500;

  /** Work of a filter. */
  interface Work {
    void run() throws IOException, ServletException;
  }

  /** Runs work as a part of the request. */
  @SuppressWarnings("try") // the part is closed, and not named
  void run(Work work) throws IOException, ServletException {
    try (Scope part = Context.root().with(span).makeCurrent()) {
      work.run();
    }
  }

  /** Ends it; a second time changes nothing. */
  void end(int status) {
    span.setAttribute(STATUS, (long) status);
    if (status >= FAULT) {
      span.setAttribute(ERROR, String.valueOf(status));
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
