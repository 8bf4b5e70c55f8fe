package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The tokens that were found good within the last second, so that a client which calls often has
 * its token hashed once a second. Safe for all threads.
 *
 * <p>A token is compared only with one whose last characters have the same hash code. These are of
 * its secret, so the time that a comparison takes does not lead to a token.
 */
final class RecentTokens {
  /** The number of tokens that are stored; a further one takes the place of another. */
  static final int MAX_COUNT = 4_096;

  /** The time after which a token is checked again, in milliseconds. */
  static final int MAX_AGE_MILLIS = 1_000;

  private static final int HASHED_LENGTH = 24;

  /**
   * A token that was found good.
   *
   * @param changes the number of changes of credentials that were seen before the check
   * @param at the time of the check, in milliseconds since 1970
   */
  private record Recent(
      String token, int hash, String address, Credential credential, long changes, long at) {}

  private final AtomicReferenceArray<Recent> slots = new AtomicReferenceArray<>(MAX_COUNT);

  /**
   * Returns the credential of a token that was found good less than a second ago from the same
   * address, unless a credential has changed since. It may have expired.
   *
   * @param changes the number of changes of credentials that this node has seen
   * @param now the time, in milliseconds since 1970
   */
  Optional<Credential> find(String token, String address, long changes, long now) {
    int hash = hash(token);
    Recent recent = slots.get(slot(hash));
    if (recent == null
        || recent.hash() != hash
        || recent.changes() != changes
        || now < recent.at()
        || now - recent.at() >= MAX_AGE_MILLIS
        || !recent.token().equals(token)
        || !recent.address().equals(address)) {
      return Optional.empty();
    }
    return Optional.of(recent.credential());
  }

  /**
   * Notes a good token.
   *
   * @param changes the number of changes that were seen before the token was checked
   */
  void note(String token, String address, Credential credential, long changes, long now) {
    int hash = hash(token);
    slots.set(slot(hash), new Recent(token, hash, address, credential, changes, now));
  }

  private static int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (MAX_COUNT - 1);
  }

  private static int hash(String token) {
    int hash = 0;
    for (int i = Math.max(0, token.length() - HASHED_LENGTH); i < token.length(); i++) {
      hash = 31 * hash + token.charAt(i);
    }
    return hash;
  }
}
