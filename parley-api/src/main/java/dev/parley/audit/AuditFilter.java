package dev.parley.audit;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.TextLimits;
import java.time.Instant;
import java.util.Optional;

/**
 * The entries that are asked for. An empty part admits everything.
 *
 * @param workspace of one workspace
 * @param actor by one actor, of exactly this name
 * @param credential with one credential, by the name it has in an {@link Origin}
 * @param action of one kind
 * @param result with exactly this result
 * @param from recorded at this time or later
 * @param until recorded before this time
 */
public record AuditFilter(
    Optional<WorkspaceId> workspace,
    Optional<String> actor,
    Optional<String> credential,
    Optional<AuditAction> action,
    Optional<String> result,
    Optional<Instant> from,
    Optional<Instant> until) {
  /** Every entry. */
  public static final AuditFilter ALL =
      new AuditFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Checks the lengths; refused with {@code invalid_argument}. */
  public AuditFilter {
    actor.ifPresent(name -> TextLimits.text("actor", name, Act.MAX_ACTOR));
    credential.ifPresent(text -> TextLimits.text("credential", text, Origin.MAX_LENGTH));
    result.ifPresent(text -> TextLimits.text("result", text, Act.MAX_RESULT));
  }

  /** Returns it for one workspace. */
  public AuditFilter in(WorkspaceId only) {
    return new AuditFilter(Optional.of(only), actor, credential, action, result, from, until);
  }

  /** Returns it for one actor. */
  public AuditFilter by(String only) {
    return new AuditFilter(workspace, Optional.of(only), credential, action, result, from, until);
  }

  /** Returns it for one credential. */
  public AuditFilter withCredential(String only) {
    return new AuditFilter(workspace, actor, Optional.of(only), action, result, from, until);
  }

  /** Returns it for one kind of act. */
  public AuditFilter of(AuditAction only) {
    return new AuditFilter(workspace, actor, credential, Optional.of(only), result, from, until);
  }

  /** Returns it for one result. */
  public AuditFilter with(String only) {
    return new AuditFilter(workspace, actor, credential, action, Optional.of(only), from, until);
  }

  /** Returns it for a time: from {@code begin} until before {@code end}. */
  public AuditFilter between(Instant begin, Instant end) {
    return new AuditFilter(
        workspace, actor, credential, action, result, Optional.of(begin), Optional.of(end));
  }
}
