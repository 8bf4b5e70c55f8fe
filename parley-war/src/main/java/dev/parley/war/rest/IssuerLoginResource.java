package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.PublicAddress;
import dev.parley.war.login.LoginCookie;
import dev.parley.war.login.Logins.Begun;
import dev.parley.war.login.PendingCookie;
import dev.parley.war.login.PendingLogins;
import dev.parley.war.oidc.AuthorizationAnswer;
import dev.parley.war.oidc.IssuerLogin;
import dev.parley.war.oidc.LoginAttempt;
import dev.parley.war.oidc.LoginRefused;
import dev.parley.war.wire.HttpProblemException;
import dev.parley.war.wire.ProblemDetail;
import dev.parley.war.wire.RequestRefusal;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The login of people by the issuer. The browser goes to the issuer and comes back, and then to the
 * page: no request says where to, so nobody can send people elsewhere by a link to this server.
 */
@Path(IssuerLogin.PATH)
public final class IssuerLoginResource {
  /** The origins of a request that a person or this page made, as browsers say it. */
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private static final int BAD_REQUEST = 400;

  private final Web web;
  private final ServletContext context;
  private final HttpServletRequest request;

  /** Made for each request. */
  public IssuerLoginResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.web = Web.of(context);
    this.context = context;
    this.request = request;
  }

  /** Sends the browser to the issuer. A link of another site begins no login. */
  @GET
  public Response begin() {
    IssuerLogin issuer = issuer();
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !OWN.contains(site)) {
      throw new HttpProblemException(
          RequestRefusal.FOREIGN_SITE.detail("A login begins at the page of this server."));
    }
    PendingLogins.Started started = web.logins().pending().begin(redirect(issuer));
    return found(issuer.address(started.attempt()).toString())
        .cookie(pending(issuer, started.cookie(), PendingLogins.MAX_AGE))
        .build();
  }

  /** Takes the answer of the issuer, which the browser brings. */
  @GET
  @Path(IssuerLogin.CALLBACK)
  public Response callback(
      @QueryParam("code") List<String> code,
      @QueryParam("state") List<String> state,
      @QueryParam("iss") List<String> iss,
      @QueryParam("error") List<String> error,
      @QueryParam("error_description") List<String> description) {
    IssuerLogin issuer = issuer();
    if (Stream.of(code, state, iss, error, description).anyMatch(values -> values.size() > 1)) {
      return counted(issuer, BAD_REQUEST, "The answer of the issuer says something twice.").build();
    }
    Optional<LoginAttempt> attempt =
        one(state)
            .flatMap(
                said ->
                    web.logins()
                        .pending()
                        .take(PendingCookie.sentWith(request), said, redirect(issuer)));
    if (attempt.isEmpty()) {
      return counted(
              issuer,
              BAD_REQUEST,
              "This browser did not begin this login within the last "
                  + PendingLogins.MAX_AGE.toMinutes()
                  + " minutes, or has ended it already. Begin again, at this address: "
                  + home(issuer))
          .build();
    }
    AuthorizationAnswer answer =
        new AuthorizationAnswer(one(code), one(iss), one(error), one(description));
    return taken(issuer, attempt.get(), answer).cookie(pending(issuer, "", Duration.ZERO)).build();
  }

  private Response.ResponseBuilder taken(
      IssuerLogin issuer, LoginAttempt attempt, AuthorizationAnswer answer) {
    try {
      Begun begun = web.logins().begin(issuer.grant(attempt, answer));
      // who logs in anew is not here under the earlier login any more
      LoginCookie.sentWith(request).forEach(web.logins()::end);
      begun.login().attendTo(request);
      AccessAudit.done(request, begun.login().workspace(), AuditAction.LOGIN_BEGIN, "the page");
      NewCookie cookie =
          LoginCookie.header(request, begun.cookie(), isSecure(issuer), begun.longest());
      return found(home(issuer)).cookie(cookie);
    } catch (LoginRefused refused) {
      LoginRefused.Reason reason = refused.reason();
      String sentence = String.valueOf(refused.getMessage());
      return reason.isCounted()
          ? counted(issuer, reason.status(), sentence)
          : refused(issuer, reason.status(), reason.code(), sentence);
    } catch (ParleyException refused) {
      ProblemDetail problem = ProblemDetail.of(refused.problem());
      return refused(issuer, problem.status(), problem.code(), problem.detail());
    }
  }

  /** Refuses what counts as a wrong token does, which is audited where it is counted. */
  private Response.ResponseBuilder counted(IssuerLogin issuer, int status, String sentence) {
    OptionalLong wait =
        FailedLoginLimiter.of(context).wrong(web.addresses().of(request), IssuerLogin.PATH);
    if (wait.isEmpty()) {
      return RefusalPage.answer(status, sentence, home(issuer));
    }
    ProblemDetail problem =
        new ProblemDetail(
            429,
            "rate_limited",
            "Too many logins from your address failed; wait, and begin again.",
            Map.of("retryAfterMs", wait.getAsLong()));
    return RefusalPage.answer(problem.status(), problem.detail(), home(issuer))
        .header(HttpHeaders.RETRY_AFTER, problem.retryAfter().orElse(0));
  }

  private Response.ResponseBuilder refused(
      IssuerLogin issuer, int status, String code, String sentence) {
    AccessAudit.refused(request, IssuerLogin.PATH, code);
    return RefusalPage.answer(status, sentence, home(issuer));
  }

  private IssuerLogin issuer() {
    return IssuerLogin.of(context)
        .orElseThrow(() -> new HttpProblemException(ProblemDetail.NO_SUCH_PATH));
  }

  private static Response.ResponseBuilder found(String address) {
    return Response.status(Response.Status.FOUND)
        .header(HttpHeaders.LOCATION, address)
        .header(HttpHeaders.CACHE_CONTROL, JsonResponses.NOT_KEPT)
        .header("Referrer-Policy", "no-referrer");
  }

  private NewCookie pending(IssuerLogin issuer, String text, Duration longest) {
    return PendingCookie.header(request, text, isSecure(issuer), longest);
  }

  private boolean isSecure(IssuerLogin issuer) {
    return base(issuer).startsWith("https:");
  }

  private String home(IssuerLogin issuer) {
    return base(issuer) + "/";
  }

  private String redirect(IssuerLogin issuer) {
    return base(issuer) + IssuerLogin.PATH + IssuerLogin.CALLBACK;
  }

  /** Returns the configured address of the page, else the one the browser knows it by. */
  private String base(IssuerLogin issuer) {
    return issuer
        .page()
        .or(() -> PublicAddress.of(request))
        .orElseThrow(() -> new HttpProblemException(ProblemDetail.NO_SUCH_PATH));
  }

  private static Optional<String> one(List<String> values) {
    return values.stream().filter(text -> !text.isEmpty()).findFirst();
  }
}
