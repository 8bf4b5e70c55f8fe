package dev.parley.oauth;

import dev.parley.credential.Credential;
import dev.parley.credential.Scope;
import java.time.Instant;
import java.util.Set;

/**
 * The rights that a good access token gives.
 *
 * @param credential the credential whose rights these are
 * @param scopes the things it may be used for, none that the credential has not
 * @param expiresAt the end of the token
 */
public record TokenAccess(Credential credential, Set<Scope> scopes, Instant expiresAt) {
  /** Copies the scopes. */
  public TokenAccess {
    scopes = Set.copyOf(scopes);
  }
}
