package dev.parley.war.mcp;

import dev.parley.spi.Attachment;
import dev.parley.war.Hub;
import io.modelcontextprotocol.spec.ProtocolVersions;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Serves the GET of an MCP endpoint: the event stream. A filter, because JAX-RS offers no
 * non-blocking output; POST and DELETE go on to JAX-RS.
 */
public final class EventStreamFilter implements Filter {
  /**
   * Undertow, in WildFly, keeps what it could not send in a flush, up to its buffer's size, says
   * that it is ready, and sends the rest only after the next write. So it gets no buffer. (Jetty
   * would write bytes one by one then.)
   */
  private static final Pattern HOLDS_BACK = Pattern.compile("WildFly|JBoss|Undertow");

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (http.getMethod().equals("GET")) {
      stream(http, (HttpServletResponse) response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private static void stream(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String sessionId = request.getHeader(McpResource.SESSION_ID);
    if (sessionId == null) {
      refuse(response, WireRefusal.SESSION_REQUIRED);
      return;
    }
    Optional<McpEndpoint> endpoint = Hub.of(request.getServletContext()).endpoint(path(request));
    Optional<McpSession> session = endpoint.flatMap(there -> there.find(sessionId));
    if (session.isEmpty()) {
      refuse(response, WireRefusal.SESSION_UNKNOWN);
    } else if (!McpEndpoint.speaks(request.getHeader(McpResource.VERSION))) {
      refuse(response, WireRefusal.VERSION_UNKNOWN);
    } else if (!accepts(request)) {
      refuse(response, WireRefusal.NOT_ACCEPTABLE);
    } else {
      open(request, response, session.get());
    }
  }

  private static void open(
      HttpServletRequest request, HttpServletResponse response, McpSession session)
      throws IOException {
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no");
    if (HOLDS_BACK.matcher(request.getServletContext().getServerInfo()).find()) {
      response.setBufferSize(1);
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    OptionalLong lastReceived = lastEventId(request);
    EventStream stream =
        new EventStream(
            async,
            new EventStream.Opening() {
              @Override
              public Attachment attach(EventStream opened) {
                return session.attach(opened, lastReceived);
              }

              @Override
              public void ended(EventStream over) {
                session.detached(over);
              }
            },
            session.protocolVersion().equals(ProtocolVersions.MCP_2025_11_25));
    response.getOutputStream().setWriteListener(stream);
  }

  private static void refuse(HttpServletResponse response, WireRefusal refusal) throws IOException {
    response.setStatus(refusal.status());
    response.setContentType("application/json");
    response.getOutputStream().write(refusal.answer(null));
  }

  private static boolean accepts(HttpServletRequest request) {
    String accept = request.getHeader("Accept");
    return accept == null || accept.contains("text/event-stream") || accept.contains("*/*");
  }

  private static OptionalLong lastEventId(HttpServletRequest request) {
    String header = request.getHeader("Last-Event-ID");
    try {
      return header == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(header));
    } catch (NumberFormatException notOneOfOurs) {
      return OptionalLong.empty();
    }
  }

  private static String path(HttpServletRequest request) {
    return request.getRequestURI().substring(request.getContextPath().length());
  }
}
