package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.id.CredentialId;

/**
 * A credential as its row has it.
 *
 * @param credential the credential
 * @param secretHash the hash of its secret
 * @param changed the number of its changes, creation included
 */
record StoredCredential(Credential credential, SecretHash secretHash, long changed) {
  CredentialId id() {
    return credential.id();
  }

  boolean isRevoked() {
    return credential.revokedAt().isPresent();
  }
}
