package dev.parley.war.http;

import dev.parley.war.wire.McpError;
import dev.parley.war.wire.RequestBody;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Lets a request through once its body is there. A body that arrives with its head, as those of
 * tool calls do, costs nothing here; any other is read as it comes, and the request goes on when it
 * is whole. So whatever lies behind this filter reads without waiting for a client.
 */
public final class BodyFilter implements Filter {
  private static final String BODY = BodyFilter.class.getName();
  private static final System.Logger LOG = System.getLogger(BodyFilter.class.getName());

  /** The largest body outside of {@code /mcp}, in bytes. */
  private static final int MAX_ELSEWHERE = 1 << 20;

  private final LogLimiter lines = new LogLimiter();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (http.getAttribute(BODY) instanceof byte[] body) {
      chain.doFilter(new ReadRequest(http, body), response);
    } else if (http.getDispatcherType() == DispatcherType.ASYNC
        || !BodyReader.hasBody(http)
        || !BodyReader.isUsed(http)
        || BodyReader.isHere(http)) {
      chain.doFilter(request, response);
    } else {
      // One byte past the bound is kept: by it the reader of the body sees that it is too large.
      BodyReader.read(http, max(http) + 1, (outcome, body) -> goOn(http, response, outcome, body));
    }
  }

  private static int max(HttpServletRequest request) {
    return RequestPath.of(request).filter(path -> path.startsWith("/mcp")).isPresent()
        ? RequestBody.MAX_BYTES
        : MAX_ELSEWHERE;
  }

  private void goOn(
      HttpServletRequest request,
      ServletResponse response,
      BodyReader.Outcome outcome,
      byte[] body) {
    AsyncContext suspended = request.getAsyncContext();
    switch (outcome) {
      case WHOLE -> {
        request.setAttribute(BODY, body);
        suspended.dispatch();
      }
      case BROKEN -> refuse(suspended, request, response, McpError.BROKEN_BODY);
      case TOO_SLOW -> refuse(suspended, request, response, McpError.TOO_SLOW);
      case NO_ROOM -> refuse(suspended, request, response, McpError.TOO_BUSY);
    }
  }

  private void refuse(
      AsyncContext suspended,
      HttpServletRequest request,
      ServletResponse response,
      McpError refusal) {
    lines.log(
        LOG,
        System.Logger.Level.INFO,
        refusal.name(),
        "A request body was refused from " + request.getRemoteAddr() + ": " + refusal.sentence());
    HttpServletResponse http = (HttpServletResponse) response;
    if (!http.isCommitted()) {
      http.setHeader("Connection", "close");
    }
    Refusals.complete(suspended, http, answer -> Refusals.write(request, answer, refusal));
  }
}
