package dev.parley.problem;

import java.util.Locale;

/** The stable codes of all problems, each with the effect of a retry. */
public enum ProblemCode {
  /** An argument is missing, of the wrong form, or past its limit. */
  INVALID_ARGUMENT(Retry.NEVER),
  /** The caller is not a member of the room it named. */
  NOT_IN_ROOM(Retry.AFTER_READING_AGAIN),
  /** The caller sends faster than it may. */
  RATE_LIMITED(Retry.LATER),
  /** The agent and others answer each other without end; a person lifts it. */
  LOOP_STOPPED(Retry.NEVER),
  /** The agent answers with the same text again and again. */
  REPEATED(Retry.LATER),
  /** No receiver of the message lets its sender interrupt it. */
  URGENT_REFUSED(Retry.NEVER),
  /** The name is reserved for the system or a person. */
  NAME_RESERVED(Retry.NEVER),
  /** The caller has as many of something as it may. */
  LIMIT_REACHED(Retry.AFTER_READING_AGAIN),
  /** The connection has ended. */
  CONNECTION_CLOSED(Retry.NEVER),
  /** The server or its storage is unreachable for the moment. */
  UNAVAILABLE(Retry.LATER),
  /** An internal fault, logged under an id. */
  INTERNAL_ERROR(Retry.LATER),
  /** The named thing does not exist. */
  NOT_FOUND(Retry.AFTER_READING_AGAIN),
  /** The caller lacks the role this call needs. */
  PERMISSION_DENIED(Retry.NEVER),
  /** A dependency of the task does not exist. */
  UNKNOWN_DEPENDENCY(Retry.NEVER),
  /** The task's dependencies are not done. */
  DEPENDENCIES_OPEN(Retry.LATER),
  /** A check that the task names has not passed. */
  GATES_OPEN(Retry.LATER),
  /** Too many tasks were derived from one, or too deep. */
  DERIVATION_LIMIT(Retry.NEVER),
  /** The task's status does not allow this transition. */
  INVALID_TRANSITION(Retry.AFTER_READING_AGAIN),
  /** The claim under which the caller writes is not the current one. */
  CLAIM_LOST(Retry.AFTER_READING_AGAIN),
  /** The review already has its verdict, or the permission request its answer. */
  ALREADY_SUBMITTED(Retry.NEVER),
  /** A command of the deployer's failed. */
  HOOK_FAILED(Retry.LATER),
  /** The file of a team or of the pool is absent or wrong. */
  TEAM_UNUSABLE(Retry.LATER),
  /** A cursor does not match the log the topic has now. */
  POSITION_LOST(Retry.AFTER_READING_AGAIN),
  /** The deployer does not let agents use the topic. */
  TOPIC_NOT_ALLOWED(Retry.NEVER),
  /** A section of memory was written by another agent after the caller read it. */
  SECTION_CHANGED(Retry.AFTER_READING_AGAIN),
  /** The disk of the storage is full; reading still works. */
  STORAGE_FULL(Retry.LATER),
  /** The caller has used the idempotency key for something else. */
  KEY_REUSED(Retry.NEVER);

  /** The effect of a retry. */
  public enum Retry {
    /** The same call will be refused again. */
    NEVER,
    /** The caller's data is out of date: read again first. */
    AFTER_READING_AGAIN,
    /** The same call may succeed later. */
    LATER
  }

  private final Retry retry;

  ProblemCode(Retry retry) {
    this.retry = retry;
  }

  /** Returns the effect of a retry. */
  public Retry retry() {
    return retry;
  }

  /** Returns the name on the wire, for example {@code rate_limited}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
