package dev.parley.problem;

import java.util.Objects;

/**
 * An exception that carries a problem to the caller. {@link #problem()} has the data; the message
 * is the problem's message.
 */
public final class ParleyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /**
   * Carries {@code problem}, without a cause: the cause of a fault is logged, never sent to the
   * caller.
   */
  public ParleyException(Problem problem) {
    super(Objects.requireNonNull(problem).message());
    this.problem = problem;
  }

  /** Returns the problem as data. */
  public Problem problem() {
    return problem;
  }
}
