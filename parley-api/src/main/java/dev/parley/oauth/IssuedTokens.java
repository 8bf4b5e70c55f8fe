package dev.parley.oauth;

import dev.parley.credential.Credential;
import dev.parley.credential.Scope;
import java.time.Instant;
import java.util.Set;

/**
 * The tokens of a client at the one moment they can be read.
 *
 * @param credential the credential whose rights the client has
 * @param access the access token
 * @param expiresAt the end of the access token
 * @param scopes the things the access token may be used for
 * @param refresh the refresh token, which is replaced when it is used
 */
public record IssuedTokens(
    Credential credential, String access, Instant expiresAt, Set<Scope> scopes, String refresh) {
  /** Copies the scopes. */
  public IssuedTokens {
    scopes = Set.copyOf(scopes);
  }

  /** Leaves the tokens out. */
  @Override
  public String toString() {
    return "IssuedTokens[" + credential.id() + "]";
  }
}
