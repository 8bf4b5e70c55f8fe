package dev.parley.credential;

import dev.parley.id.CredentialId;
import java.time.Instant;
import java.util.Optional;

/**
 * A credential without its secret, which nobody can read again.
 *
 * @param id its public id
 * @param properties what it may be used for
 * @param createdAt the time of its creation
 * @param createdBy the name of its creator
 * @param revokedAt the time of its revocation; empty while it is not revoked
 * @param lastUse its last use, up to a minute late; empty if it was never used
 */
public record Credential(
    CredentialId id,
    CredentialDraft properties,
    Instant createdAt,
    String createdBy,
    Optional<Instant> revokedAt,
    Optional<Use> lastUse) {

  /**
   * A use of a credential.
   *
   * @param at the time
   * @param address the network address of its holder
   */
  public record Use(Instant at, String address) {}

  /** Returns true if it is neither revoked nor expired at {@code now}. */
  public boolean isGoodAt(Instant now) {
    Optional<Instant> end = properties.expiresAt();
    return revokedAt.isEmpty() && (end.isEmpty() || now.isBefore(end.get()));
  }

  /** Returns true if it may be used for {@code scope}. */
  public boolean has(Scope scope) {
    return properties.scopes().contains(scope);
  }
}
