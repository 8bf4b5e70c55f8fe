package dev.parley.engine.persistence;

/** The database refused a row: somebody else was first, or it would not have been true. */
public final class ConstraintViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConstraintViolated(Throwable cause) {
    super("a constraint was violated", cause);
  }
}
