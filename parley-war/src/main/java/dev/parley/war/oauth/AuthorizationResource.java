package dev.parley.war.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationErrorResponse;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import dev.parley.audit.AuditAction;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.Scope;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.ConsentRequest;
import dev.parley.oauth.ConsentingPerson;
import dev.parley.oauth.OAuthClient;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.auth.FailedLoginLimiter;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.ForwardedHeaders;
import dev.parley.war.http.PublicAddress;
import dev.parley.war.login.ApiRequestFilter;
import dev.parley.war.login.Login;
import dev.parley.war.login.LoginCookie;
import dev.parley.war.login.Logins;
import dev.parley.war.wire.HttpProblemException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Asks a person who is logged in whether a client may act for them. */
@Path(OAuthServer.PATH + "/authorize")
public final class AuthorizationResource {
  private static final String TICKET = "ticket";
  private static final String QUERY = "query";
  private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]{0,8192}");
  private static final Nickname GUEST = Nickname.of("guest");
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;
  private static final int SEE_OTHER = 303;

  private final ServletContext context;
  private final HttpServletRequest request;
  private final String path;

  /** Made for each request. */
  public AuthorizationResource(
      @Context ServletContext context, @Context HttpServletRequest request) {
    this.context = context;
    this.request = request;
    this.path = request.getContextPath() + OAuthServer.PATH + "/authorize";
  }

  /** A step that is answered with a page, whatever comes of it. */
  @FunctionalInterface
  private interface Step {
    Response take(OAuthServer server) throws OAuthError, IOException;
  }

  private Response answered(Step step) throws IOException {
    OAuthServer server = OAuthServer.in(context);
    try {
      return step.take(server);
    } catch (OAuthError refused) {
      return ConsentPage.refusal(refused.status(), refused.description());
    } catch (HttpProblemException refused) {
      return ConsentPage.refusal(refused.detail().status(), refused.detail().detail());
    } catch (ParleyException refused) {
      boolean isAway = refused.problem().code() == ProblemCode.UNAVAILABLE;
      return ConsentPage.refusal(isAway ? UNAVAILABLE : BAD_REQUEST, message(refused));
    }
  }

  private static String message(ParleyException refused) {
    return String.valueOf(refused.getMessage());
  }

  /** Begins to ask; who is not logged in logs in first. */
  @GET
  public Response authorize() throws IOException {
    return answered(server -> authorize(server, query()));
  }

  private String query() throws OAuthError {
    String query = request.getQueryString() == null ? "" : request.getQueryString();
    if (!PLAIN.matcher(query).matches()) {
      throw OAuthError.invalidRequest("The query is too long, or has characters it must not have.");
    }
    return query;
  }

  private Response authorize(OAuthServer server, String query) throws OAuthError {
    Map<String, List<String>> given = FormBody.parameters(query);
    Optional<Login> login = Logins.of(context).ofRequest(request);
    if (login.isEmpty()) {
      // before anything is looked up for a stranger
      return "cross-site".equals(request.getHeader("Sec-Fetch-Site"))
          ? ConsentPage.goOn(path + "?" + query)
          : ConsentPage.login(path, query, Optional.empty(), 200);
    }
    OAuthClient client = client(server, given);
    String redirectUri =
        FormBody.one(given, "redirect_uri")
            .filter(uri -> RedirectUris.isAmong(client.redirectUris(), uri))
            .orElseThrow(
                () ->
                    OAuthError.invalidRequest(
                        "The program did not register the address it wants your browser sent to."));
    AuthorizationQuery asked;
    try {
      asked = AuthorizationQuery.read(given, resource -> server.isResource(base(), resource));
    } catch (OAuthError refused) {
      Optional<String> state = FormBody.one(given, "state");
      return sentOn(error(redirectUri, state, refused.code(), refused.description()));
    }
    ConsentRequest question =
        new ConsentRequest(
            client.id(),
            client.name(),
            redirectUri,
            asked.state(),
            asked.scopes(),
            asked.challenge(),
            asked.resource().orElseGet(() -> base() + "/mcp"));
    String ticket = server.stored().ask(question, person(login.get()));
    return ConsentPage.consent(
        path,
        login.get(),
        question,
        new ConsentPage.Fields(
            ticket,
            AgentChoice.of(login.get()).usualName(client.name()),
            login.get().workspace().value(),
            AgentChoice.of(login.get()).scopes(question.scopes())),
        Optional.empty());
  }

  /**
   * Sends a browser on to another site. From the form of the login, its policy would let no
   * redirect lead there, so a page of its own does.
   */
  private Response sentOn(Response redirect) {
    return "same-origin".equals(request.getHeader("Sec-Fetch-Site"))
        ? ConsentPage.goOn(redirect.getLocation().toString())
        : redirect;
  }

  private OAuthClient client(OAuthServer server, Map<String, List<String>> given)
      throws OAuthError {
    String id = FormBody.one(given, "client_id").orElse("");
    return server
        .client(id)
        .orElseThrow(
            () -> OAuthError.invalidRequest("This server does not know the program that asks."));
  }

  private String base() {
    return PublicAddress.of(request).orElse("");
  }

  private static ConsentingPerson person(Login login) {
    return new ConsentingPerson(
        login.name().value(),
        login.name().value() + " " + login.grant().credential().orElse("without"));
  }

  /** Logs a person in, and goes on with the request. */
  @POST
  @Path("/login")
  public Response login(InputStream body) throws IOException {
    return answered(server -> login(form(body)));
  }

  private Map<String, List<String>> form(InputStream body) throws OAuthError, IOException {
    byte[] bytes = FormBody.read(request, body);
    return FormBody.parameters(new String(bytes, StandardCharsets.UTF_8));
  }

  private Response login(Map<String, List<String>> form) throws OAuthError {
    checkSite();
    String query = FormBody.one(form, QUERY).filter(AuthorizationResource::isQuery).orElse("");
    Logins logins = Logins.of(context);
    ForwardedHeaders addresses = ForwardedHeaders.of(context);
    Optional<Logins.Begun> begun;
    try {
      begun =
          logins.begin(
              FormBody.one(form, "token"),
              addresses.of(request),
              FormBody.one(form, "name").map(String::strip).map(Nickname::of),
              GUEST,
              Optional.empty());
    } catch (ParleyException refused) {
      return ConsentPage.login(path, query, Optional.of(message(refused)), FORBIDDEN);
    }
    if (begun.isEmpty()) {
      String sentence = "That is no token of this server.";
      return ConsentPage.login(path, query, Optional.of(sentence), UNAUTHORIZED);
    }
    LoginCookie.sentWith(request).forEach(logins::end);
    begun.get().login().attendTo(request);
    AccessAudit.done(
        request, begun.get().login().workspace(), AuditAction.LOGIN_BEGIN, "the consent page");
    return Response.status(SEE_OTHER)
        .location(URI.create(base() + OAuthServer.PATH + "/authorize?" + query))
        .header("Cache-Control", "no-store")
        .cookie(
            LoginCookie.header(
                request, begun.get().cookie(), addresses.isSecure(request), begun.get().longest()))
        .build();
  }

  private static boolean isQuery(String text) {
    try {
      return PLAIN.matcher(text).matches() && new URI("http://x/?" + text).getRawQuery() != null;
    } catch (URISyntaxException noQuery) {
      return false;
    }
  }

  /** Lets no page of another site post a form here. */
  private void checkSite() throws OAuthError {
    if (!ApiRequestFilter.isOfThisSite(request)) {
      AccessAudit.refused(request, path, "foreign_site");
      throw OAuthError.forbidden("A form of another site is not taken.");
    }
  }

  /** Takes the answer of a person. */
  @POST
  @Path("/consent")
  public Response consent(InputStream body) throws IOException {
    return answered(server -> consent(server, form(body)));
  }

  private Response consent(OAuthServer server, Map<String, List<String>> form) throws OAuthError {
    checkSite();
    Login login =
        Logins.of(context)
            .ofRequest(request)
            .orElseThrow(
                () -> OAuthError.forbidden("You are not logged in any more; start again."));
    String ticket = FormBody.one(form, TICKET).orElse("");
    Optional<ConsentRequest> question = server.stored().asked(ticket, person(login));
    if (question.isEmpty()) {
      return stale();
    }
    boolean allows = FormBody.one(form, "decision").filter("allow"::equals).isPresent();
    return allows ? allow(server, login, question.get(), form) : refuse(server, login, ticket);
  }

  /** Refuses a ticket that is none, which is counted as a wrong token is. */
  private Response stale() {
    boolean isTooMany =
        FailedLoginLimiter.of(context)
            .wrong(ForwardedHeaders.of(context).of(request), OAuthServer.PATH + "/authorize")
            .isPresent();
    return isTooMany
        ? ConsentPage.refusal(TOO_MANY, "Too many wrong answers came from your address; wait.")
        : ConsentPage.refusal(
            FORBIDDEN, "This question was answered, is too old, or was not asked of you.");
  }

  private Response refuse(OAuthServer server, Login login, String ticket) {
    Optional<ConsentRequest> refused = server.stored().refuse(ticket, person(login));
    if (refused.isEmpty()) {
      return stale();
    }
    audit(AuditAction.CONSENT_REFUSE, login.workspace(), refused.get(), "");
    return error(
        refused.get().redirectUri(), refused.get().state(), "access_denied", "It was refused.");
  }

  private Response allow(
      OAuthServer server, Login login, ConsentRequest question, Map<String, List<String>> form) {
    String ticket = FormBody.one(form, TICKET).orElse("");
    String names = FormBody.one(form, "agent").map(String::strip).orElse("");
    Optional<String> workspace = FormBody.one(form, "workspace").map(String::strip);
    Set<Scope> scopes =
        AuthorizationQuery.named(new HashSet<>(form.getOrDefault("scope", List.of())));
    CredentialDraft draft;
    try {
      draft = AgentChoice.of(login).draft(question, names, workspace, scopes);
    } catch (ParleyException mistake) {
      return ConsentPage.consent(
          path,
          login,
          question,
          new ConsentPage.Fields(ticket, names, workspace.orElse(""), scopes),
          Optional.of(message(mistake)));
    }
    Optional<String> code = server.stored().allow(ticket, person(login), draft);
    if (code.isEmpty()) {
      return stale();
    }
    audit(
        AuditAction.CONSENT_ALLOW,
        draft.workspace(),
        question,
        " as " + draft.names() + " with " + Scope.names(draft.scopes()));
    return redirect(
        new AuthorizationSuccessResponse(
                URI.create(question.redirectUri()),
                new AuthorizationCode(code.get()),
                null,
                question.state().map(State::new).orElse(null),
                new Issuer(base()),
                ResponseMode.QUERY)
            .toURI());
  }

  private void audit(
      AuditAction action, WorkspaceId workspace, ConsentRequest question, String rights) {
    AccessAudit.done(
        request,
        workspace,
        action,
        "client "
            + question.client()
            + " at "
            + RedirectUris.origin(question.redirectUri())
            + rights);
  }

  private Response error(
      String redirectUri, Optional<String> state, String code, String description) {
    return redirect(
        new AuthorizationErrorResponse(
                URI.create(redirectUri),
                new ErrorObject(code, description),
                state.map(State::new).orElse(null),
                new Issuer(base()),
                ResponseMode.QUERY)
            .toURI());
  }

  private static Response redirect(URI to) {
    return Response.status(SEE_OTHER)
        .location(to)
        .header("Cache-Control", "no-store")
        .header("Referrer-Policy", "no-referrer")
        .build();
  }
}
