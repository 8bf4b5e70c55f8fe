package dev.parley.engine.credential;

import dev.parley.engine.id.Sha256;
import dev.parley.id.CredentialId;

/**
 * The public id of a token and the hash of its secret, as they are stored.
 *
 * @param id the public id
 * @param hash 64 hexadecimal digits
 */
record TokenHash(CredentialId id, String hash) {
  static TokenHash of(TokenFormat token) {
    return new TokenHash(token.id(), Sha256.hex(token.secret()));
  }
}
