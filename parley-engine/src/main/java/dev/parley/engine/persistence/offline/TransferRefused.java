package dev.parley.engine.persistence.offline;

/** Thrown where a backup or the rows of a workspace cannot be used. The message is for a person. */
public final class TransferRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the refusal. */
  public TransferRefused(String reason) {
    super(reason);
  }
}
