package dev.parley.war.auth;

import dev.parley.war.Settings;
import dev.parley.war.mcp.WireRefusal;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every request before anything else does: is {@code Host} a name of ours, is {@code
 * Origin} our own, is a token needed and there.
 *
 * <p>The first two keep a web page from talking to a server on its visitor's machine (DNS
 * rebinding), so they hold with and without tokens.
 */
public final class Doorkeeper implements Filter {
  private @Nullable Hosts hosts;
  private @Nullable Access access;

  @Override
  public void init(FilterConfig config) {
    Settings settings = Settings.of(config.getServletContext());
    hosts = Hosts.of(settings);
    access = Access.of(settings);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<WireRefusal> refusal = refusal((HttpServletRequest) request);
    if (refusal.isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    HttpServletResponse http = (HttpServletResponse) response;
    http.setStatus(refusal.get().status());
    if (refusal.get() == WireRefusal.UNAUTHORIZED) {
      http.setHeader("WWW-Authenticate", "Bearer realm=\"parley\"");
    }
    boolean isRest = path((HttpServletRequest) request).startsWith("/api/");
    http.setContentType(isRest ? "application/problem+json" : "application/json");
    http.getOutputStream().write(isRest ? refusal.get().problem() : refusal.get().answer(null));
  }

  private static String path(HttpServletRequest request) {
    return request.getRequestURI().substring(request.getContextPath().length());
  }

  /** The page says nothing of the workspace; what it asks for under {@code /api} has a cookie. */
  private static boolean isOpen(String path) {
    return path.equals("/health")
        || path.startsWith("/.well-known/")
        || path.isEmpty()
        || path.equals("/")
        || path.equals("/index.html")
        || path.equals("/favicon.svg")
        || path.startsWith("/assets/")
        || path.startsWith("/api/");
  }

  private Optional<WireRefusal> refusal(HttpServletRequest request) {
    Hosts known = Objects.requireNonNull(hosts);
    if (!known.allows(request)) {
      return Optional.of(WireRefusal.FOREIGN_HOST);
    }
    if (!known.allowsOrigin(request)) {
      return Optional.of(WireRefusal.FOREIGN_ORIGIN);
    }
    if (isOpen(path(request))
        || Objects.requireNonNull(access).admits(request.getHeader("Authorization"))) {
      return Optional.empty();
    }
    return Optional.of(WireRefusal.UNAUTHORIZED);
  }
}
