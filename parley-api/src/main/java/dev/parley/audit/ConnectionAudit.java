package dev.parley.audit;

/** The audit of what is done through one connection. All methods may be called from any thread. */
public interface ConnectionAudit {
  /**
   * Sets the credential and the address that the next calls come with. The last call replaces
   * earlier ones; before the first there is none.
   */
  void calledFrom(Origin origin);

  /**
   * Records that a call was refused for lack of a right, as {@link Audit#recordBounded} does.
   *
   * @param target the thing that was asked for
   * @param result the code of the refusal
   */
  void refused(String target, String result);
}
