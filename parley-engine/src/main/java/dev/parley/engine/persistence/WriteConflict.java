package dev.parley.engine.persistence;

/** Thrown where another transaction conflicted and this one was rolled back; it may be retried. */
final class WriteConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WriteConflict(Throwable cause) {
    super("a transaction met another", cause);
  }
}
