package dev.parley.engine.persistence;

/** Somebody else's transaction stood in the way and this one was undone; it may be tried again. */
final class WriteConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WriteConflict(Throwable cause) {
    super("a transaction met another", cause);
  }
}
