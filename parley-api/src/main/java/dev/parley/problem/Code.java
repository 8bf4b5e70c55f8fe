package dev.parley.problem;

import java.util.Locale;

/** The stable names of all refusals, each with what a retry would bring. */
public enum Code {
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
  INTERNAL_ERROR(Retry.LATER);

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

  Code(Retry retry) {
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
