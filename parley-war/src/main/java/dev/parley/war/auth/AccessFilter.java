package dev.parley.war.auth;

import dev.parley.engine.logging.LogEvent;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.DiagramFrame;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.http.LogLimiter;
import dev.parley.war.http.Refusals;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestPath;
import dev.parley.war.settings.Settings;
import dev.parley.war.telemetry.DeploymentMetrics;
import dev.parley.war.telemetry.MetricsExposure;
import dev.parley.war.wire.LookupTime;
import dev.parley.war.wire.McpError;
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
 * Origin} our own, is the path one that everybody reads alike, is a token needed and there.
 *
 * <p>The first two keep a web page from talking to a server on its visitor's machine (DNS
 * rebinding), so they hold with and without tokens.
 */
public final class AccessFilter implements Filter {
  private static final System.Logger LOG = System.getLogger(AccessFilter.class.getName());

  private final LogLimiter lines = new LogLimiter();
  private @Nullable HostPolicy hosts;
  private @Nullable Authenticator access;
  private @Nullable ForwardedHeaders addresses;
  private @Nullable FailedLoginLimiter throttle;
  private @Nullable DeploymentMetrics metrics;

  @Override
  public void init(FilterConfig config) {
    Settings settings = Settings.of(config.getServletContext());
    hosts = HostPolicy.of(settings);
    access = Authenticator.of(config.getServletContext());
    addresses = ForwardedHeaders.of(config.getServletContext());
    throttle = FailedLoginLimiter.of(config.getServletContext());
    metrics = DeploymentMetrics.of(config.getServletContext());
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setHeader("X-Content-Type-Options", "nosniff");
    Optional<McpError> refusal = refusal(http);
    if (refusal.isEmpty()) {
      chain.doFilter(request, response);
    } else {
      refused(http, refusal.get());
      Refusals.send(http, answer, refusal.get());
    }
  }

  /**
   * Returns whether {@code path} needs no token. The page says nothing of the workspace; what it
   * asks for under {@code /api} has a cookie. The authorization server asks for what it needs.
   */
  private static boolean isOpen(String path) {
    return path.equals("/health")
        || path.startsWith("/.well-known/")
        || path.isEmpty()
        || path.equals("/")
        || path.equals("/index.html")
        || path.equals("/favicon.svg")
        || path.startsWith("/assets/")
        || path.startsWith("/oauth/")
        || path.startsWith("/api/");
  }

  /** Counts and logs a refusal; one line a minute for each reason and address. */
  private void refused(HttpServletRequest request, McpError refusal) {
    Objects.requireNonNull(metrics).refused(refusal);
    String address = Objects.requireNonNull(addresses).of(request);
    lines
        .ask(refusal.code() + " " + address)
        .ifPresent(
            leftOut ->
                LOG.log(
                    System.Logger.Level.INFO,
                    "Request refused: {0}, from {1}; {2} more in the minute before.",
                    refusal.code(),
                    address,
                    leftOut,
                    LogEvent.CLIENT_REFUSED));
  }

  private boolean isOpenMetrics(String path, HttpServletRequest request) {
    return path.equals(MetricsExposure.PATH)
        && Objects.requireNonNull(metrics).exposure().admits(request);
  }

  private Optional<McpError> refusal(HttpServletRequest request) {
    HostPolicy known = Objects.requireNonNull(hosts);
    if (!known.allows(request)) {
      return Optional.of(audited(request, McpError.FOREIGN_HOST));
    }
    if (!known.allowsOrigin(request) && !DiagramFrame.isAsking(request)) {
      return Optional.of(audited(request, McpError.FOREIGN_ORIGIN));
    }
    Optional<String> path = RequestPath.of(request);
    if (path.isEmpty()) {
      return Optional.of(McpError.NO_SUCH_PATH);
    }
    if (isOpen(path.get()) || isOpenMetrics(path.get(), request)) {
      return Optional.empty();
    }
    String address = Objects.requireNonNull(addresses).of(request);
    long began = System.nanoTime();
    try {
      Authenticator.Outcome found =
          Objects.requireNonNull(access).authenticate(request.getHeader("Authorization"), address);
      if (found instanceof Authenticator.Granted granted) {
        RequestGrant.note(request, granted.grant(), address);
        return Optional.empty();
      }
      return Optional.of(
          found instanceof Authenticator.Missing
              ? audited(request, McpError.UNAUTHORIZED)
              : wrong(address, began));
    } catch (ParleyException refused) {
      // else the storage is away
      return Optional.of(
          refused.problem().code() == ProblemCode.PERMISSION_DENIED
              ? audited(request, McpError.INSUFFICIENT_SCOPE)
              : McpError.UNAVAILABLE);
    }
  }

  private static McpError audited(HttpServletRequest request, McpError refusal) {
    AccessAudit.refused(request, refusal.code());
    return refusal;
  }

  /** Refuses a wrong token, which the throttle audits. */
  private McpError wrong(String address, long began) {
    LookupTime.await(began);
    return Objects.requireNonNull(throttle).wrong(address, "/mcp").isPresent()
        ? McpError.TOO_MANY_WRONG_TOKENS
        : McpError.UNAUTHORIZED;
  }
}
