package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.id.CredentialId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A credential as its row has it.
 *
 * @param credential the credential
 * @param secretHash the hash of its secret
 * @param changed the number of its changes, creation included
 */
record StoredCredential(Credential credential, String secretHash, long changed) {
  CredentialId id() {
    return credential.id();
  }

  boolean isRevoked() {
    return credential.revokedAt().isPresent();
  }

  /** Returns true if {@code hash} is the hash of its secret, in the same time for every hash. */
  boolean hasHash(String hash) {
    return areEqual(secretHash, hash);
  }

  /** Compares two hashes, in the same time for any two. */
  static boolean areEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }
}
