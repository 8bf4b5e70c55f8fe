package dev.parley.war.rest;

import dev.parley.audit.AuditAction;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import dev.parley.war.grant.Requirement;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.RequestGrant;
import dev.parley.war.login.Login;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** Backups of the storage, for those who administer every workspace: a backup has them all. */
@Path("/api/backup")
public final class BackupResource {
  /** The media type, by which the embedded server sends a backup as fast as its client reads. */
  private static final String TYPE = "application/zip";

  private final HttpServletRequest request;

  /** Made for each request. */
  public BackupResource(@Context HttpServletRequest request) {
    this.request = request;
  }

  /** Makes a backup, and returns it once it is whole. */
  @POST
  public Response make() {
    checkCaller();
    Web web = Web.of(request.getServletContext());
    StagedBackup staged = web.backups().make(web.parley()::backup);
    AccessAudit.done(
        request,
        WorkspaceId.DEFAULT,
        AuditAction.BACKUP_CREATE,
        "a backup of " + staged.length() + " bytes");
    return Response.ok(staged)
        .type(TYPE)
        .header(HttpHeaders.CONTENT_LENGTH, staged.length())
        .header(HttpHeaders.CACHE_CONTROL, JsonResponses.NOT_KEPT)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"parley-backup.zip\"")
        .build();
  }

  private void checkCaller() {
    Grant caller = Login.in(request).map(Login::grant).orElseGet(() -> RequestGrant.of(request));
    Requirement.ADMINISTRATION.check(caller);
    Optional<WorkspaceId> only = caller.workspace();
    if (only.isPresent()) {
      throw new ParleyException(
          new NotPermitted(
              "this credential administers the workspace "
                  + only.get()
                  + " alone, and a backup has every workspace; use the token of the configuration,"
                  + " or the owner's in the data folder"));
    }
  }
}
