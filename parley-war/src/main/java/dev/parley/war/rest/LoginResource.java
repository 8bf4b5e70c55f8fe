package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.id.Nickname;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.grant.Rights;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.login.ApiRequestFilter;
import dev.parley.war.login.Login;
import dev.parley.war.login.LoginCookie;
import dev.parley.war.login.Logins.Begun;
import dev.parley.war.oidc.IssuerLogin;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.HttpProblemException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The person of a request: logging in and out. */
@Path("/api")
public final class LoginResource {
  private static final Pattern NO_NICKNAME = Pattern.compile("[^A-Za-z0-9_-]|^[^A-Za-z0-9]+");
  private static final String SOMEBODY = "guest";
  private static final int MAX_NAME = 32;
  private static final String WORKSPACE = "workspace";
  private static final String PAGE = "the page";

  private final Web web;
  private final Optional<IssuerLogin> issuer;
  private final HttpServletRequest request;

  /** Made for each request. */
  public LoginResource(@Context ServletContext context, @Context HttpServletRequest request) {
    this.web = Web.of(context);
    this.issuer = IssuerLogin.of(context);
    this.request = request;
  }

  /** A person, and the server they are at; without a name nobody is logged in. */
  record Me(
      @Nullable String name,
      @Nullable String role,
      List<String> may,
      String workspace,
      boolean needsToken,
      @Nullable String issuer,
      @Nullable String endSession,
      @Nullable String version,
      @Nullable String instance,
      @Nullable String session,
      @Nullable String file) {}

  /**
   * Returns the person whose cookie it is; else nobody's name, and only whether a token is needed.
   */
  @GET
  @Path("/me")
  public Response me() {
    return JsonResponses.ok(Login.in(request).map(this::me).orElseGet(this::nobody));
  }

  /** Begins a login under a name, where a token is needed with one. */
  @POST
  @Path("/login")
  public Response login(InputStream body) throws IOException {
    Arguments given = JsonBody.read(body, "token", "name", WORKSPACE);
    Optional<String> token = given.optionalText("token");
    Optional<Nickname> name = given.optionalValue("name", Nickname::of);
    Optional<WorkspaceId> workspace = given.optionalValue(WORKSPACE, WorkspaceId::new);
    Begun begun =
        web.logins()
            .begin(token, web.addresses().of(request), name, usual(), workspace)
            .orElseThrow(
                () -> new HttpProblemException(ApiRequestFilter.unauthorized(web.logins())));
    // who takes another name is not here under the earlier one any more
    end();
    begun.login().attendTo(request);
    record(AuditAction.LOGIN_BEGIN);
    return Response.fromResponse(JsonResponses.ok(me(begun.login())))
        .cookie(cookie(begun.cookie(), begun.longest()))
        .build();
  }

  /**
   * Takes the login to another workspace. One that does not exist yet begins with it. Of people,
   * only those of every workspace can do it.
   */
  @PUT
  @Path("/login/workspace")
  public Response move(InputStream body) throws IOException {
    WorkspaceId to = JsonBody.read(body, WORKSPACE).value(WORKSPACE, WorkspaceId::new);
    Login from = Login.of(request);
    if (from.workspace().equals(to)) {
      return JsonResponses.ok(me(from));
    }
    Begun begun = web.logins().move(from, LoginCookie.sentWith(request), to);
    // no workspace learns from its audit which other one it was
    AccessAudit.done(request, from.workspace(), AuditAction.LOGIN_WORKSPACE, PAGE + ", left");
    begun.login().attendTo(request);
    AccessAudit.done(request, to, AuditAction.LOGIN_WORKSPACE, PAGE + ", entered");
    return Response.fromResponse(JsonResponses.ok(me(begun.login())))
        .cookie(cookie(begun.cookie(), begun.longest()))
        .build();
  }

  /** Ends the login, if there is one. */
  @POST
  @Path("/logout")
  public Response logout() {
    end();
    return Response.fromResponse(JsonResponses.nothing()).cookie(cookie("", Duration.ZERO)).build();
  }

  private void end() {
    LoginCookie.sentWith(request).forEach(web.logins()::end);
    if (Login.in(request).isPresent()) {
      record(AuditAction.LOGIN_END);
    }
  }

  private void record(AuditAction action) {
    AccessAudit.done(request, Login.of(request).workspace(), action, PAGE);
  }

  private Me me(Login login) {
    return new Me(
        login.name().value(),
        login.grant().role().wireName(),
        may(login.grant()),
        login.connection().workspace().value(),
        web.logins().needsToken(),
        label(),
        login.isOfAnIssuer() ? issuer.flatMap(IssuerLogin::endSession).orElse(null) : null,
        Version.text(),
        web.instance().orElse(null),
        web.feed(login).currentSession().map(SessionId::value).orElse(null),
        RunningFile.path().orElse(null));
  }

  /** Returns the rights of a person by which the page decides what it offers. */
  private static List<String> may(Grant grant) {
    Map<String, Requirement> acts = new LinkedHashMap<>();
    acts.put("talk", Rights.TALK_ON_PAGE);
    acts.put("work", Rights.WORK_ON_PAGE);
    acts.put("lead", Rights.LEAD_ON_PAGE);
    acts.put("administer", Requirement.ADMINISTRATION);
    acts.values().removeIf(needed -> !needed.isMetBy(grant));
    return List.copyOf(acts.keySet());
  }

  private Me nobody() {
    return new Me(
        null,
        null,
        List.of(),
        WorkspaceId.DEFAULT.value(),
        web.logins().needsToken(),
        label(),
        null,
        null,
        null,
        null,
        null);
  }

  private @Nullable String label() {
    return issuer.map(IssuerLogin::label).orElse(null);
  }

  /**
   * Returns the name of a person who gave none: the user that runs the server, as nobody else can
   * be meant.
   */
  private static Nickname usual() {
    String user = NO_NICKNAME.matcher(System.getProperty("user.name", SOMEBODY)).replaceAll("");
    return user.isEmpty() || user.length() > MAX_NAME || Nickname.isReserved(user)
        ? Nickname.of(SOMEBODY)
        : Nickname.of(user);
  }

  private NewCookie cookie(String signed, Duration longest) {
    return LoginCookie.header(request, signed, web.addresses().isSecure(request), longest);
  }
}
