package dev.parley.problem;

import java.util.Locale;

/** The stable codes of all problems, each with the effect of a retry and the remedy. */
public enum ProblemCode {
  /** An argument is missing, of the wrong form, or past its limit. */
  INVALID_ARGUMENT(
      Retry.NEVER,
      "Correct the argument that `field` names; the message has its form and its limit."),
  /** The caller is not a member of the room it named. */
  NOT_IN_ROOM(Retry.AFTER_READING_AGAIN, "Join the room, then call again."),
  /** The caller sends faster than it may. */
  RATE_LIMITED(Retry.LATER, "Wait for `retryAfterMs`, then call again."),
  /** The agent and others answer each other without end; a person lifts it. */
  LOOP_STOPPED(Retry.NEVER, "Stop, and report to your user; a person lifts it."),
  /** The agent answers with the same text again and again. */
  REPEATED(Retry.LATER, "Do not send the text again; do something else, or say what is new."),
  /** No receiver of the message lets its sender interrupt it. */
  URGENT_REFUSED(Retry.NEVER, "Send the message without `urgent`."),
  /** The name is reserved for the system or a person. */
  NAME_RESERVED(Retry.NEVER, "Choose another name."),
  /** The caller has as many of something as it may. */
  LIMIT_REACHED(
      Retry.AFTER_READING_AGAIN,
      "Give up one of what `what` names, use one that exists, or wait where they end by themselves;"
          + " an operator can raise many limits."),
  /** The connection has ended. */
  CONNECTION_CLOSED(Retry.NEVER, "Connect again."),
  /** The server or its storage is unreachable for the moment. */
  UNAVAILABLE(
      Retry.LATER,
      "Wait for `retryAfterMs`, then call again; look first where the message says that it may be"
          + " done."),
  /** An internal fault, logged under an id. */
  INTERNAL_ERROR(
      Retry.LATER,
      "Call again, and report the id in `incident`, where there is one; the log of the server has the"
          + " cause under it."),
  /** The named thing does not exist. */
  NOT_FOUND(Retry.AFTER_READING_AGAIN, "Read the list again, and use an id from there."),
  /** The caller lacks the role this call needs. */
  PERMISSION_DENIED(
      Retry.NEVER,
      "Do what the message says; else ask a person for a credential with the right, or leave the"
          + " call to an agent that has it."),
  /** A dependency of the task does not exist. */
  UNKNOWN_DEPENDENCY(
      Retry.NEVER,
      "Name tasks that exist by their ids in place of those in `unknown`, or leave them out."),
  /** The task's dependencies are not done. */
  DEPENDENCIES_OPEN(Retry.LATER, "Finish the tasks in `open` first, or take another task."),
  /** A check that the task names has not passed. */
  GATES_OPEN(Retry.LATER, "Fulfil the gates in `open`, then set the status again."),
  /** Too many tasks were derived from one, or too deep. */
  DERIVATION_LIMIT(
      Retry.NEVER,
      "Derive it from a task nearer to the first one, or create a task that is derived from none."),
  /** The task's status does not allow this transition. */
  INVALID_TRANSITION(
      Retry.AFTER_READING_AGAIN, "Read the task again, and choose a status that it can become."),
  /** The claim under which the caller writes is not the current one. */
  CLAIM_LOST(
      Retry.AFTER_READING_AGAIN, "Read the task again; claim it anew, or leave it to its holder."),
  /** The review already has its verdict, or the permission request its answer. */
  ALREADY_SUBMITTED(
      Retry.NEVER, "Take the first answer as final; for another verdict, request a new review."),
  /** A command of the deployer's failed. */
  HOOK_FAILED(Retry.LATER, "Mend what the output of the command names, then call again."),
  /** The file of a team or of the pool is absent or wrong. */
  TEAM_UNUSABLE(
      Retry.LATER,
      "Correct the file that `file` names; without `file`, have an operator set a home folder."),
  /** A cursor does not match the log the topic has now. */
  POSITION_LOST(
      Retry.AFTER_READING_AGAIN,
      "Read the topic again from its beginning, or from its newest messages."),
  /** The deployer does not let agents use the topic. */
  TOPIC_NOT_ALLOWED(
      Retry.NEVER,
      "Use a topic that `allowed` or `patterns` permits; where both are empty, any other topic."),
  /** A section of memory was written by another agent after the caller read it. */
  SECTION_CHANGED(
      Retry.AFTER_READING_AGAIN,
      "Read the section again, merge your change, and write it with its new version, if it has"
          + " one."),
  /** The disk of the storage is full; reading still works. */
  STORAGE_FULL(
      Retry.LATER, "Report it to an operator, who makes room on the disk; then call again."),
  /** The caller has used the idempotency key for something else. */
  KEY_REUSED(Retry.NEVER, "Use a new idempotency key for new content.");

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
  private final String remedy;

  ProblemCode(Retry retry, String remedy) {
    this.retry = retry;
    this.remedy = remedy;
  }

  /** Returns the effect of a retry. */
  public Retry retry() {
    return retry;
  }

  /**
   * Returns the action of a caller that gets this problem: one sentence in English, in which the
   * names of arguments and details are between backticks.
   */
  public String remedy() {
    return remedy;
  }

  /** Returns the name on the wire, for example {@code rate_limited}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
