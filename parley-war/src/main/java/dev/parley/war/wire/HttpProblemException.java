package dev.parley.war.wire;

/** A refusal that only HTTP knows, on its way to the caller. */
public final class HttpProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ProblemDetail detail;

  /** Carries {@code detail}. */
  public HttpProblemException(ProblemDetail detail) {
    super(detail.detail());
    this.detail = detail;
  }

  /** The refusal as data. */
  public ProblemDetail detail() {
    return detail;
  }
}
