package dev.parley.war.trace;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Traces the posts to the MCP endpoints, which are answered on other threads or dispatched anew. An
 * event stream that a client opens is no such request: it would be a span of hours.
 */
public final class TraceFilter implements Filter {
  private static final String ATTRIBUTE = TraceFilter.class.getName();

  private Optional<Tracing> tracing = Optional.empty();

  @Override
  public void init(FilterConfig config) {
    tracing = Tracing.of(config.getServletContext());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    Spans spans = tracing.isPresent() ? tracing.get().spans() : null;
    if (spans == null || !http.getMethod().equals("POST")) {
      chain.doFilter(request, response);
      return;
    }
    boolean isNew = !(http.getAttribute(ATTRIBUTE) instanceof RequestSpan);
    RequestSpan span = isNew ? spans.request(http) : (RequestSpan) http.getAttribute(ATTRIBUTE);
    http.setAttribute(ATTRIBUTE, span);
    try {
      span.run(() -> chain.doFilter(request, response));
    } finally {
      if (isNew) {
        endWith(http, (HttpServletResponse) response, span);
      }
    }
  }

  /** Ends the span with the request, which may be over already. */
  private static void endWith(
      HttpServletRequest request, HttpServletResponse response, RequestSpan span) {
    try {
      if (request.isAsyncStarted()) {
        request.getAsyncContext().addListener(new End(response, span));
        return;
      }
    } catch (IllegalStateException over) {
      // it ended meanwhile
    }
    span.end(response.getStatus());
  }

  /**
   * The end of a request that is answered later; a new suspension has to be followed too. WildFly
   * makes a component of each class of this kind, for which it needs a public constructor without
   * arguments.
   */
  public static final class End implements AsyncListener {
    private final @Nullable HttpServletResponse response;
    private final @Nullable RequestSpan span;

    /** Makes a listener that ends nothing. */
    public End() {
      this.response = null;
      this.span = null;
    }

    private End(HttpServletResponse response, RequestSpan span) {
      this.response = response;
      this.span = span;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      if (span != null && response != null) {
        span.end(response.getStatus());
      }
    }

    @Override
    public void onTimeout(@Nullable AsyncEvent event) {
      // completed next
    }

    @Override
    public void onError(@Nullable AsyncEvent event) {
      // completed next
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
