package dev.parley.war.login;

import dev.parley.problem.ParleyException;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.grant.Rights;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.BodyReader;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.http.Refusals;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.http.RequestPath;
import dev.parley.war.wire.LookupTime;
import dev.parley.war.wire.ProblemDetail;
import dev.parley.war.wire.RequestRefusal;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out who asks for something below {@code /api}, and lets nobody else's page write there: a
 * write says that it comes from a page of this server, and has a body that no form of another site
 * can send. The cookie itself goes with requests of this site alone.
 */
public final class ApiRequestFilter implements Filter {
  private static final String AUTHORIZATION = "Authorization";

  /** The workspace that a page shows, which another page of the same login may have left. */
  private static final String WORKSPACE = "Parley-Workspace";

  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    LookupTime.begin(http);
    Optional<ProblemDetail> refusal = refusal(http);
    if (refusal.isPresent()) {
      audit(http, refusal.get());
      Refusals.send(
          http, (HttpServletResponse) response, answer -> Refusals.write(answer, refusal.get()));
    } else {
      chain.doFilter(request, response);
    }
  }

  /** Audits a refusal. A wrong token was audited where it was found to be wrong. */
  private static void audit(HttpServletRequest request, ProblemDetail refusal) {
    boolean isNobody = refusal.status() == 401 && request.getHeader(AUTHORIZATION) == null;
    if (isNobody || refusal.status() == 403) {
      AccessAudit.refused(request, refusal.code());
    }
  }

  private static Optional<ProblemDetail> refusal(HttpServletRequest request) {
    Optional<Requirement> needed = Rights.operation(request.getMethod(), path(request));
    Optional<Requirement> withToken = needed.filter(Rights::takesToken);
    if (request.getHeader(AUTHORIZATION) != null && withToken.isPresent()) {
      return program(request, withToken.get());
    }
    if (!READS.contains(request.getMethod())) {
      if (!isOfThisSite(request)) {
        return Optional.of(
            RequestRefusal.FOREIGN_SITE.detail("A write has to say that it comes from this site."));
      }
      if (BodyReader.hasBody(request) && !isJson(request)) {
        return Optional.of(
            new ProblemDetail(415, "not_json", "The body has to be application/json.", Map.of()));
      }
    }
    Logins logins = Logins.of(request.getServletContext());
    try {
      Optional<Login> login = logins.ofRequest(request);
      if (needed.equals(Optional.of(Requirement.NONE))) {
        return Optional.empty();
      }
      if (login.isEmpty()) {
        return withToken.isPresent() && isOpenTo(withToken.get(), logins)
            ? admitted(request)
            : Optional.of(unauthorized(logins));
      }
      needed.ifPresent(requirement -> requirement.check(login.get().grant()));
      return needed.isPresent() ? elsewhere(request, login.get()) : Optional.of(unlisted(request));
    } catch (ParleyException refused) {
      return Optional.of(ProblemDetail.of(refused.problem()));
    }
  }

  /** Refuses a request that is meant for another workspace than its login is in. */
  private static Optional<ProblemDetail> elsewhere(HttpServletRequest request, Login login) {
    String meant = request.getHeader(WORKSPACE);
    return meant == null || meant.equals(login.workspace().value())
        ? Optional.empty()
        : Optional.of(
            RequestRefusal.WORKSPACE_CHANGED.detail(
                "Your login is in another workspace than the one this was meant for."));
  }

  /**
   * Lets a program administer that shows the token of an administrator, and no cookie; likewise the
   * hooks of clients report. A page of another site cannot send the header.
   */
  private static Optional<ProblemDetail> program(HttpServletRequest request, Requirement needed) {
    String door = needed.equals(Requirement.ADMINISTRATION) ? "/api/credentials" : "/api";
    try {
      Optional<Grant> grant = Authenticator.of(request.getServletContext()).shownIn(request, door);
      if (grant.isEmpty()) {
        return Optional.of(unauthorized(Logins.of(request.getServletContext())));
      }
      needed.check(grant.get());
      return Optional.empty();
    } catch (ParleyException refused) {
      return Optional.of(ProblemDetail.of(refused.problem()));
    }
  }

  /** Returns true if programs need neither token nor login, but to administer. */
  private static boolean isOpenTo(Requirement needed, Logins logins) {
    return !needed.equals(Requirement.ADMINISTRATION) && !logins.needsToken();
  }

  private static Optional<ProblemDetail> admitted(HttpServletRequest request) {
    RequestGrant.note(
        request, Grant.OPEN, ForwardedHeaders.of(request.getServletContext()).of(request));
    return Optional.empty();
  }

  /** Returns the refusal of an operation that the table of rights does not have. */
  private static ProblemDetail unlisted(HttpServletRequest request) {
    List<String> methods = Rights.methods(path(request));
    return methods.isEmpty()
        ? ProblemDetail.NO_SUCH_PATH
        : ProblemDetail.noSuchMethod(String.join(", ", methods));
  }

  /** Returns the refusal of a request that is nobody's. */
  public static ProblemDetail unauthorized(Logins logins) {
    boolean needsToken = logins.needsToken();
    return new ProblemDetail(
        401,
        "unauthorized",
        needsToken ? "Log in with a token of this server." : "Log in; no token is needed.",
        Map.of("needsToken", needsToken));
  }

  /**
   * Returns whether a request comes from this site. Browsers say so themselves; a program says so
   * with the Origin header.
   */
  public static boolean isOfThisSite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    return site == null ? request.getHeader("Origin") != null : site.equals("same-origin");
  }

  private static boolean isJson(HttpServletRequest request) {
    String type = request.getContentType();
    return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
  }

  private static String path(HttpServletRequest request) {
    return RequestPath.of(request).orElse("");
  }
}
