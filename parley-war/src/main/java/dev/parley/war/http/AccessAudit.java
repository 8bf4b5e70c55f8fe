package dev.parley.war.http;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.id.WorkspaceId;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The audit as filters and resources record to it. Nothing waits for it: as long as the storage is
 * not open, nothing is recorded. For any thread.
 */
public final class AccessAudit {
  private static final String ATTRIBUTE = AccessAudit.class.getName();

  private static final String API = "/api/";

  /** Records nothing. */
  public static final AccessAudit NONE = new AccessAudit(Optional::empty);

  private final Supplier<Optional<Audit>> audit;

  /**
   * Makes the audit of a deployment.
   *
   * @param audit the audit if the storage is open, without waiting
   */
  public AccessAudit(Supplier<Optional<Audit>> audit) {
    this.audit = audit;
  }

  /** Returns the one of a deployment; {@link #NONE} where it has none. */
  public static AccessAudit of(ServletContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof AccessAudit known ? known : NONE;
  }

  /** Makes this the one of a deployment. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Records what a request has done in a workspace. */
  public static void done(
      HttpServletRequest request, WorkspaceId workspace, AuditAction action, String target) {
    Act act =
        new Act(
            workspace,
            RequestGrant.actor(request),
            RequestGrant.origin(request),
            action,
            target,
            Act.OK);
    of(request.getServletContext()).open(open -> open.record(act));
  }

  /** Records with a bound that a request was refused. */
  public static void refused(HttpServletRequest request, String code) {
    refused(request, door(request), code);
  }

  /**
   * Names the path of a request as far as its sender cannot choose it: below {@code /api}, the
   * first two parts for those with rights, and the login for all.
   */
  private static String door(HttpServletRequest request) {
    String path = RequestPath.of(request).orElse("");
    if (!path.startsWith(API)) {
      return "/mcp";
    }
    if (!RequestGrant.isNoted(request) && !path.equals("/api/login")) {
      return "/api";
    }
    int end = path.indexOf('/', API.length());
    return end < 0 ? path : path.substring(0, end);
  }

  /** Records with a bound that a request for {@code target} was refused. */
  public static void refused(HttpServletRequest request, String target, String code) {
    Act act =
        new Act(
            RequestGrant.workspace(request),
            RequestGrant.actor(request),
            RequestGrant.origin(request),
            AuditAction.ACCESS_REFUSED,
            target,
            code);
    of(request.getServletContext()).open(open -> open.recordBounded(act));
  }

  /** Records a wrong token, with a bound. */
  public void wrongToken(String address, String door) {
    Origin origin = new Origin(Optional.empty(), Optional.of(address));
    Act act =
        new Act(WorkspaceId.DEFAULT, "", origin, AuditAction.ACCESS_REFUSED, door, "wrong_token");
    open(open -> open.recordBounded(act));
  }

  private void open(Consumer<Audit> recording) {
    audit.get().ifPresent(recording);
  }
}
