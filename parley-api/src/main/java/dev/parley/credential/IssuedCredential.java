package dev.parley.credential;

/**
 * A credential at the one moment its secret can be read.
 *
 * @param credential the credential
 * @param token the text its holder shows: {@code parley_}, the public id, an underscore, and 43
 *     characters of secret
 */
public record IssuedCredential(Credential credential, String token) {
  /** Leaves the token out. */
  @Override
  public String toString() {
    return "IssuedCredential[" + credential.id() + "]";
  }
}
