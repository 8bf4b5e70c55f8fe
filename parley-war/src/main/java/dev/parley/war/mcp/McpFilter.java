package dev.parley.war.mcp;

import dev.parley.war.http.RequestPath;
import dev.parley.war.wire.McpError;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the MCP endpoints. A filter, and nothing behind it: JAX-RS offers no non-blocking output,
 * which event streams need, and its part of a call that only reads was larger than that of the
 * tool.
 */
public final class McpFilter implements Filter {
  private static final String ALLOWED = "GET, POST, DELETE, OPTIONS";

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    if (http.getMethod().equals("GET")) {
      EventStreamRequest.answer(http, (HttpServletResponse) response);
    } else {
      new McpExchange(http, (HttpServletResponse) response).answer(answer(http));
    }
  }

  private static CompletionStage<McpAnswer> answer(HttpServletRequest request) {
    return switch (request.getMethod()) {
      case "POST" -> new McpRequest(request).post();
      case "DELETE" -> new McpRequest(request).delete();
      default -> CompletableFuture.completedFuture(ofOtherMethod(request));
    };
  }

  private static WholeAnswer ofOtherMethod(HttpServletRequest request) {
    String path = RequestPath.of(request).orElse("");
    if (Deployment.of(request.getServletContext()).endpoint(path).isEmpty()) {
      return WholeAnswer.of(McpError.NO_SUCH_PATH, null);
    }
    WholeAnswer answer =
        request.getMethod().equals("OPTIONS")
            ? WholeAnswer.empty(200)
            : WholeAnswer.of(McpError.NO_SUCH_METHOD, null);
    return answer.with("Allow", ALLOWED);
  }
}
