package dev.parley.engine.oauth;

import dev.parley.credential.Scope;
import dev.parley.id.CredentialId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * The rights of a client as their row has them. Times are in milliseconds since 1970.
 *
 * @param credential the credential
 * @param request the id of the request they came of
 * @param client the id of the client
 * @param person the name of the person who allowed them
 * @param scopes the scopes that were allowed
 * @param tokens the tokens that are good
 * @param familyHash the hash of what all refresh tokens share
 * @param endsAt the end of all
 */
record StoredGrant(
    CredentialId credential,
    String request,
    String client,
    String person,
    Set<Scope> scopes,
    Tokens tokens,
    String familyHash,
    long endsAt) {
  /**
   * The tokens that are good.
   *
   * @param accessHash the hash of the access token
   * @param accessScopes the scopes of the access token
   * @param accessUntil the end of the access token
   * @param refreshHash the hash of the refresh token
   * @param refreshUntil the end of the refresh token
   */
  record Tokens(
      String accessHash,
      Set<Scope> accessScopes,
      long accessUntil,
      String refreshHash,
      long refreshUntil) {}

  /** Returns true if a token is the access token, and has not ended. */
  boolean hasAccess(OAuthSecret token, long now) {
    return areEqual(tokens.accessHash(), token.hash()) && now < tokens.accessUntil();
  }

  /** Returns true if a token is, or was, a refresh token. */
  boolean isOfFamily(OAuthSecret token) {
    return areEqual(familyHash, token.familyHash());
  }

  /** Returns true if a token is the refresh token. */
  boolean hasRefresh(OAuthSecret token) {
    return areEqual(tokens.refreshHash(), token.hash());
  }

  /** Compares two hashes, in the same time for any two. */
  static boolean areEqual(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }
}
