package dev.parley.problem;

import java.util.Locale;

/** The stable names of all refusals, each with what a retry would bring. */
public enum ProblemCode {
  /** An argument is missing, of the wrong form, or past its bound. */
  INVALID_ARGUMENT(Retry.NEVER),
  /** The caller is not in the room it named. */
  NOT_IN_ROOM(Retry.AFTER_READING_AGAIN),
  /** The caller sends faster than it may. */
  RATE_LIMITED(Retry.LATER),
  /** The name means the system or a person. */
  NAME_RESERVED(Retry.NEVER),
  /** The caller holds as many of something as it may. */
  LIMIT_REACHED(Retry.AFTER_READING_AGAIN),
  /** The connection has ended. */
  CONNECTION_CLOSED(Retry.NEVER),
  /** The hub, or its storage, is away for the moment. */
  UNAVAILABLE(Retry.LATER),
  /** A fault of Parley's own, logged under an id. */
  INTERNAL_ERROR(Retry.LATER),
  /** What was named is not there. */
  NOT_FOUND(Retry.AFTER_READING_AGAIN),
  /** The caller is not the one who may do this. */
  PERMISSION_DENIED(Retry.NEVER),
  /** A task would wait for tasks that are not there. */
  UNKNOWN_DEPENDENCY(Retry.NEVER),
  /** The tasks it waits for are not done. */
  DEPENDENCIES_OPEN(Retry.LATER),
  /** Too many tasks were derived from one, or too deep. */
  DERIVATION_LIMIT(Retry.NEVER),
  /** A task cannot become this from what it is. */
  INVALID_TRANSITION(Retry.AFTER_READING_AGAIN),
  /** The claim the caller writes under is not the current one. */
  CLAIM_LOST(Retry.AFTER_READING_AGAIN),
  /** A review has its verdict. */
  ALREADY_SUBMITTED(Retry.NEVER),
  /** A command of the deployer's did not succeed. */
  HOOK_FAILED(Retry.LATER),
  /** The file of a team or of the pool is absent or wrong. */
  TEAM_UNUSABLE(Retry.LATER),
  /** A cursor is of no place in the log that is there now. */
  POSITION_LOST(Retry.AFTER_READING_AGAIN),
  /** The deployer does not let agents use the topic. */
  TOPIC_NOT_ALLOWED(Retry.NEVER),
  /** A section of memory was written by somebody else after the caller read it. */
  SECTION_CHANGED(Retry.AFTER_READING_AGAIN),
  /** The disk that keeps everything has no room; reading goes on. */
  STORAGE_FULL(Retry.LATER),
  /** An idempotency key of the caller stands for something else. */
  KEY_REUSED(Retry.NEVER);

  /** Whether trying again helps. */
  public enum Retry {
    /** The same call will be refused again. */
    NEVER,
    /** The caller's picture is old: look again first. */
    AFTER_READING_AGAIN,
    /** The same call may well pass later. */
    LATER
  }

  private final Retry retry;

  ProblemCode(Retry retry) {
    this.retry = retry;
  }

  /** What a retry would bring. */
  public Retry retry() {
    return retry;
  }

  /** The name on the wire, for example {@code rate_limited}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
