package dev.parley.problem;

import java.util.Objects;

/**
 * A refusal on its way to the caller. What is wrong stands in {@link #problem()}; the message is
 * the problem's sentence.
 */
public final class ParleyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  /** Carries {@code problem}, without a cause: the cause of a fault is logged, never handed out. */
  public ParleyException(Problem problem) {
    super(Objects.requireNonNull(problem).message());
    this.problem = problem;
  }

  /** The refusal as data. */
  public Problem problem() {
    return problem;
  }
}
