package dev.parley.engine.credential;

/**
 * The public id of a token and the hash of its secret.
 *
 * @param id the public id
 * @param hash the hash
 */
record TokenHash(String id, SecretHash hash) {
  static TokenHash of(TokenFormat token) {
    return new TokenHash(token.id(), SecretHash.of(token.secret()));
  }
}
