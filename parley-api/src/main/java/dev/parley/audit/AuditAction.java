package dev.parley.audit;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * A kind of act. The constants are those of Parley; a program that embeds it may record others.
 *
 * @param name the name on the wire and in storage, at most 40 characters: a noun, a dot and a verb,
 *     of lower-case letters, digits and underscores
 */
public record AuditAction(String name) {
  private static final Pattern FORM = Pattern.compile("(?=.{3,40}$)[a-z0-9_]+\\.[a-z0-9_]+");

  /** A credential was created. */
  public static final AuditAction CREDENTIAL_CREATE = new AuditAction("credential.create");

  /** A credential was revoked. */
  public static final AuditAction CREDENTIAL_REVOKE = new AuditAction("credential.revoke");

  /** A credential got another secret. */
  public static final AuditAction CREDENTIAL_ROTATE = new AuditAction("credential.rotate");

  /** A credential got other scopes. */
  public static final AuditAction CREDENTIAL_SCOPES = new AuditAction("credential.scopes");

  /** A person let a client act for them. */
  public static final AuditAction CONSENT_ALLOW = new AuditAction("consent.allow");

  /** A person refused to let a client act for them. */
  public static final AuditAction CONSENT_REFUSE = new AuditAction("consent.refuse");

  /** A person logged in. */
  public static final AuditAction LOGIN_BEGIN = new AuditAction("login.begin");

  /** A person logged out. */
  public static final AuditAction LOGIN_END = new AuditAction("login.end");

  /** A person who is logged in went to another workspace, or came from one. */
  public static final AuditAction LOGIN_WORKSPACE = new AuditAction("login.workspace");

  /** A request was refused for lack of a credential or of a right. */
  public static final AuditAction ACCESS_REFUSED = new AuditAction("access.refused");

  /** A task was claimed. */
  public static final AuditAction TASK_CLAIM = new AuditAction("task.claim");

  /** A task that another had was changed, or a task was assigned to another. */
  public static final AuditAction TASK_CHANGE = new AuditAction("task.change");

  /** A review got its verdict. */
  public static final AuditAction REVIEW_VERDICT = new AuditAction("review.verdict");

  /** A command of a hook ran. */
  public static final AuditAction HOOK_RUN = new AuditAction("hook.run");

  /** A client asked for the permission to use a tool. */
  public static final AuditAction PERMISSION_ASK = new AuditAction("permission.ask");

  /** A person answered a permission request. */
  public static final AuditAction PERMISSION_ANSWER = new AuditAction("permission.answer");

  /** A permission request ended without an answer. */
  public static final AuditAction PERMISSION_END = new AuditAction("permission.end");

  /** The stop of an agent was lifted. */
  public static final AuditAction AGENT_RESUME = new AuditAction("agent.resume");

  /** The audit was exported. */
  public static final AuditAction AUDIT_EXPORT = new AuditAction("audit.export");

  /** A backup of the storage was made, and fetched. */
  public static final AuditAction BACKUP_CREATE = new AuditAction("backup.create");

  /** Entries found no room and are missing. */
  public static final AuditAction AUDIT_DROPPED = new AuditAction("audit.dropped");

  /** Checks the form; refused with {@code invalid_argument}. */
  public AuditAction {
    InvalidArgument.unlessMatches(
        "action", name, FORM, "a noun, a dot and a verb, of at most 40 of a-z, 0-9 and _");
  }

  @Override
  public String toString() {
    return name;
  }
}
