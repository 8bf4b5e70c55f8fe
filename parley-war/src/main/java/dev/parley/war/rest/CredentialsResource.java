package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.credential.Credential;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.Credentials;
import dev.parley.credential.IssuedCredential;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.id.AgentId;
import dev.parley.id.CredentialId;
import dev.parley.id.WorkspaceId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.login.Login;
import dev.parley.war.view.CredentialView;
import dev.parley.war.wire.Arguments;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of the server, for those who administer it: at the page, those of the workspace
 * that the person is in. An administrator of every workspace creates them for any.
 */
@Path("/api/credentials")
public final class CredentialsResource {
  private static final String SCOPES = "scopes";
  private static final String EXPIRES_IN = "expiresIn";

  private final HttpServletRequest request;

  /** Made for each request. */
  public CredentialsResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** A credential and its secret, which no later answer has. */
  record Issued(CredentialView credential, String token) {}

  /** Returns the credentials in the order of their ids, a page at a time, revoked ones included. */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("limit") @Nullable String limit) {
    Instant now = Instant.now();
    return ItemList.of(request)
        .answer(
            (from, most, bytes) -> page(from, most),
            RequestParams.optional("after", after, CredentialId::new),
            RequestParams.limit(limit),
            credential -> CredentialView.of(credential, now),
            Credential::id);
  }

  private ListPage<Credential> page(Optional<CredentialId> after, int limit) {
    Grant caller = caller();
    List<Credential> own = new ArrayList<>();
    Optional<CredentialId> from = after;
    ListPage<Credential> read;
    do {
      read = credentials().list(from, PageSize.MAX_LIMIT);
      read.items().stream()
          .filter(credential -> isOfCaller(caller, credential))
          .limit(limit + 1L - own.size())
          .forEach(own::add);
      from = read.items().stream().reduce((first, second) -> second).map(Credential::id);
    } while (read.hasMore() && own.size() <= limit);
    return new ListPage<>(own.subList(0, Math.min(limit, own.size())), own.size() > limit);
  }

  private static boolean isOfCaller(Grant caller, Credential credential) {
    return caller
        .workspace()
        .filter(own -> !own.equals(credential.properties().workspace()))
        .isEmpty();
  }

  /** Returns a credential. */
  @GET
  @Path("/{id}")
  public Response find(@PathParam("id") String id) {
    return shown(known(id));
  }

  /** Creates a credential, and returns its token this one time. */
  @POST
  public Response create(InputStream body) throws IOException {
    Arguments given =
        JsonBody.read(body, "kind", "role", "workspace", "names", SCOPES, EXPIRES_IN, "label");
    CredentialKind kind = given.value("kind", CredentialsResource::kind);
    Role role = given.optionalValue("role", Role::of).orElse(usual(kind));
    CredentialDraft draft =
        CredentialDraft.of(
                kind,
                role,
                given.optionalValue("workspace", WorkspaceId::new).orElseGet(this::usualWorkspace),
                given.optionalValue("names", NamePattern::new).orElse(NamePattern.ANY),
                given.optionalText("label", CredentialDraft.MAX_LABEL).orElse(""))
            .withExpiry(given.optionalValue(EXPIRES_IN, CredentialsResource::end));
    List<Scope> scopes = given.values(SCOPES, Scope::of);
    checkMayGive(draft.role(), scopes.isEmpty() ? draft.scopes() : Set.copyOf(scopes));
    Login.in(request).map(Login::grant).orElseGet(this::caller).checkWorkspace(draft.workspace());
    IssuedCredential made =
        credentials()
            .create(scopes.isEmpty() ? draft : draft.withScopes(EnumSet.copyOf(scopes)), creator());
    record(AuditAction.CREDENTIAL_CREATE, made.credential());
    return issued(made);
  }

  /** Changes the scopes of a credential. */
  @PATCH
  @Path("/{id}")
  public Response change(@PathParam("id") String id, InputStream body) throws IOException {
    Credential known = known(id);
    Set<Scope> scopes = Set.copyOf(JsonBody.read(body, SCOPES).values(SCOPES, Scope::of));
    checkMayGive(known.properties().role(), scopes);
    Credential changed = credentials().changeScopes(known.id(), scopes);
    record(AuditAction.CREDENTIAL_SCOPES, changed);
    return shown(changed);
  }

  /** Gives a credential another secret, and returns its token this one time. */
  @POST
  @Path("/{id}/rotate")
  public Response rotate(@PathParam("id") String id) {
    Credential known = known(id);
    checkMayGive(known.properties().role(), known.properties().scopes());
    IssuedCredential rotated = credentials().rotate(known.id());
    record(AuditAction.CREDENTIAL_ROTATE, rotated.credential());
    return issued(rotated);
  }

  /** Revokes a credential for good. */
  @DELETE
  @Path("/{id}")
  public Response revoke(@PathParam("id") String id) {
    Credential known = known(id);
    Credential revoked = credentials().revoke(known.id());
    if (known.revokedAt().isEmpty()) {
      record(AuditAction.CREDENTIAL_REVOKE, revoked);
    }
    return shown(revoked);
  }

  private void record(AuditAction action, Credential credential) {
    CredentialDraft properties = credential.properties();
    AccessAudit.done(
        request,
        properties.workspace(),
        action,
        "credential "
            + credential.id()
            + ": "
            + properties.role().wireName()
            + " "
            + properties.names()
            + " with "
            + Scope.names(properties.scopes()));
  }

  /** Returns the credential of an id, if the caller may know it. */
  private Credential known(String id) {
    Grant caller = caller();
    CredentialId known = RequestParams.value("credential", id, CredentialId::new);
    Optional<Credential> found =
        caller
            .workspace()
            .map(own -> credentials().find(known, own))
            .orElseGet(() -> credentials().find(known));
    return found.orElseThrow(() -> new ParleyException(new NotFound("credential")));
  }

  /** Returns the rights of the caller, who administers: at the page, in one workspace alone. */
  private Grant caller() {
    Grant grant = Login.in(request).map(Login::grantHere).orElseGet(() -> RequestGrant.of(request));
    Requirement.ADMINISTRATION.check(grant);
    return grant;
  }

  /** Returns the workspace of a credential for which none is named. */
  private WorkspaceId usualWorkspace() {
    return Login.in(request).map(Login::workspace).orElse(WorkspaceId.DEFAULT);
  }

  /** Refuses scopes that a role does not have, or the caller itself does not have. */
  private void checkMayGive(Role role, Set<Scope> scopes) {
    for (Scope scope : scopes) {
      if (!role.scopes().contains(scope)) {
        throw InvalidArgument.refusal(
            SCOPES, "the role " + role.wireName() + " has no scope " + scope.wireName());
      }
    }
    scopes.forEach(scope -> caller().check(List.of(scope)));
  }

  private Credentials credentials() {
    return Authenticator.of(request.getServletContext()).credentials();
  }

  private String creator() {
    return Login.in(request).map(login -> login.name().value()).orElseGet(() -> creator(caller()));
  }

  /** Names a caller who is not logged in: by its stored credential, or the name it acts as. */
  private static String creator(Grant caller) {
    return caller
        .stored()
        .map(CredentialId::value)
        .or(() -> caller.names().usual().map(AgentId::value))
        .orElse("owner");
  }

  private static Response shown(Credential credential) {
    return JsonResponses.ok(CredentialView.of(credential, Instant.now()));
  }

  private static Response issued(IssuedCredential issued) {
    return JsonResponses.created(
        new Issued(CredentialView.of(issued.credential(), Instant.now()), issued.token()));
  }

  private static CredentialKind kind(String name) {
    for (CredentialKind kind : CredentialKind.values()) {
      if (kind.wireName().equals(name)) {
        return kind;
      }
    }
    throw InvalidArgument.refusal("kind", "it must be agent, person, admin or node");
  }

  private static Role usual(CredentialKind kind) {
    return kind == CredentialKind.ADMIN ? Role.ADMIN : Role.MEMBER;
  }

  private static Instant end(String iso8601) {
    try {
      return Instant.now().plus(Duration.parse(iso8601));
    } catch (DateTimeException | ArithmeticException unreadable) {
      throw InvalidArgument.refusal(
          EXPIRES_IN, "it must be a duration such as P30D for 30 days or PT8H for 8 hours");
    }
  }
}
