package dev.parley.engine.persistence;

/**
 * Thrown where the database refused a row because of a constraint: another transaction was first,
 * or the row would have been wrong.
 */
public final class ConstraintViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConstraintViolated(Throwable cause) {
    super("a constraint was violated", cause);
  }
}
