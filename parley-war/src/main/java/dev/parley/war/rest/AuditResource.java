package dev.parley.war.rest;

import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.AuditEntry;
import dev.parley.audit.AuditFilter;
import dev.parley.id.AuditId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.login.Login;
import dev.parley.war.view.AuditView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The audit, for those who administer the server: of the workspace that they administer. At the
 * page it is that of the workspace that the person is in, unless another is asked for.
 */
@Path("/api/audit")
public final class AuditResource {
  private static final String WORKSPACE = "workspace";
  private static final String ACTOR = "actor";
  private static final String CREDENTIAL = "credential";
  private static final String ACTION = "action";
  private static final String RESULT = "result";
  private static final String FROM = "from";
  private static final String UNTIL = "until";

  private final HttpServletRequest request;

  /** Made for each request. */
  public AuditResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Returns the entries, the newest first, a page at a time. */
  @GET
  public Response list(
      @QueryParam(WORKSPACE) @Nullable String workspace,
      @QueryParam(ACTOR) @Nullable String actor,
      @QueryParam(CREDENTIAL) @Nullable String credential,
      @QueryParam(ACTION) @Nullable String action,
      @QueryParam(RESULT) @Nullable String result,
      @QueryParam(FROM) @Nullable String from,
      @QueryParam(UNTIL) @Nullable String until,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    AuditFilter filter = filter(workspace, actor, credential, action, result, from, until);
    return ItemList.of(request)
        .answer(
            (last, most, bytes) -> audit().list(filter, last, most),
            RequestParams.optional("after", after, AuditId::new),
            RequestParams.limit(limit),
            AuditView::of,
            AuditEntry::id);
  }

  /** Returns all entries, the newest first, as one line of JSON each. */
  @GET
  @Path("/export")
  public Response export(
      @QueryParam(WORKSPACE) @Nullable String workspace,
      @QueryParam(ACTOR) @Nullable String actor,
      @QueryParam(CREDENTIAL) @Nullable String credential,
      @QueryParam(ACTION) @Nullable String action,
      @QueryParam(RESULT) @Nullable String result,
      @QueryParam(FROM) @Nullable String from,
      @QueryParam(UNTIL) @Nullable String until) {
    AuditFilter filter = filter(workspace, actor, credential, action, result, from, until);
    AuditExport export = AuditExport.of(audit(), filter);
    AccessAudit.done(
        request,
        filter.workspace().orElse(WorkspaceId.DEFAULT),
        AuditAction.AUDIT_EXPORT,
        "the audit" + filter.workspace().map(only -> " of " + only).orElse(""));
    return Response.ok(export)
        .type(AuditExport.TYPE)
        .header(HttpHeaders.CACHE_CONTROL, JsonResponses.NOT_KEPT)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"parley-audit.ndjson\"")
        .build();
  }

  private AuditFilter filter(
      @Nullable String workspace,
      @Nullable String actor,
      @Nullable String credential,
      @Nullable String action,
      @Nullable String result,
      @Nullable String from,
      @Nullable String until) {
    Optional<Login> login = Login.in(request);
    Grant caller = login.map(Login::grant).orElseGet(() -> RequestGrant.of(request));
    Requirement.ADMINISTRATION.check(caller);
    Optional<WorkspaceId> asked = RequestParams.optional(WORKSPACE, workspace, WorkspaceId::new);
    asked.ifPresent(caller::checkWorkspace);
    return new AuditFilter(
        asked.or(() -> login.map(Login::workspace).or(caller::workspace)),
        RequestParams.optional(ACTOR, actor, name -> name),
        RequestParams.optional(CREDENTIAL, credential, name -> name),
        RequestParams.optional(ACTION, action, AuditAction::new),
        RequestParams.optional(RESULT, result, text -> text),
        RequestParams.optional(FROM, from, text -> time(FROM, text)),
        RequestParams.optional(UNTIL, until, text -> time(UNTIL, text)));
  }

  private static Instant time(String name, String iso8601) {
    try {
      return Instant.parse(iso8601);
    } catch (DateTimeException unreadable) {
      throw InvalidArgument.refusal(name, "it must be a time such as 2026-01-31T08:00:00Z");
    }
  }

  private Audit audit() {
    return Web.of(request.getServletContext()).parley().audit();
  }
}
