package dev.parley.war.oidc;

/**
 * The secrets of one login that has begun, which its answer has to fit.
 *
 * @param state comes back with the answer, so that it is the answer to this login
 * @param nonce stands in the ID token, so that it was made for this login
 * @param verifier shows that the server which exchanges the code began the login (PKCE)
 * @param redirect the address that the issuer sends the browser back to
 */
public record LoginAttempt(String state, String nonce, String verifier, String redirect) {
  /** Leaves the secrets out. */
  @Override
  public String toString() {
    return "LoginAttempt[" + redirect + "]";
  }
}
