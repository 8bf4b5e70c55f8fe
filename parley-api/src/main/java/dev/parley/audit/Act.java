package dev.parley.audit;

import dev.parley.id.WorkspaceId;

/**
 * Something that was done, or refused. Texts are cut at their limit, and characters that no
 * database stores alike become question marks: an act is never refused.
 *
 * @param workspace the workspace it concerns; the default one for what concerns none
 * @param actor the name of the agent or person, at most {@value #MAX_ACTOR} characters; empty where
 *     nobody is known
 * @param origin the credential and the address it came with
 * @param action the kind of act
 * @param target the thing it was done to, at most {@value #MAX_TARGET} characters
 * @param result {@value #OK}, a verdict, an exit code, or the code of a refusal, at most {@value
 *     #MAX_RESULT} characters
 */
public record Act(
    WorkspaceId workspace,
    String actor,
    Origin origin,
    AuditAction action,
    String target,
    String result) {
  /** The result of what succeeded and has no other. */
  public static final String OK = "ok";

  /** The maximum length of the name of an actor. */
  public static final int MAX_ACTOR = 64;

  /** The maximum length of a target. */
  public static final int MAX_TARGET = 256;

  /** The maximum length of a result. */
  public static final int MAX_RESULT = 64;

  /** Cuts the texts. */
  public Act {
    actor = AuditText.cut(actor, MAX_ACTOR);
    target = AuditText.cut(target, MAX_TARGET);
    result = AuditText.cut(result, MAX_RESULT);
  }
}
