package dev.parley.credential;

/** Is called when credentials change. */
@FunctionalInterface
public interface CredentialListener {
  /** Notes that a credential was revoked, has expired, or has other scopes or another secret. */
  void changed(Credential credential);

  /**
   * Notes a credential that this Parley has not met before. Whatever was opened with it was opened
   * with its present state, also where this call comes later.
   */
  default void created(Credential credential) {
    changed(credential);
  }
}
