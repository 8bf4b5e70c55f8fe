package dev.parley.war.oidc;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.war.grant.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The rights of tokens that were found good. A token is checked again after five minutes, since its
 * key may be withdrawn. The least recently used go past a bound. For any thread.
 *
 * <p>The tokens themselves are the keys, not their digests: a token of an issuer has about 1 kB,
 * and each request would pay for the digest of it. A map compares texts of the same hash code
 * alone, so the time it takes does not lead to a token that is not known.
 */
final class VerifiedTokens {
  /** The number of tokens that are stored; with the longest tokens they take 32 MB. */
  static final int MAX_COUNT = 4_000;

  static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** A token that is found good until a time. */
  private record Verified(Grant grant, Instant until) {}

  /** A token, whose hash code is that of its end: the signature of each token is different. */
  private record Key(String token) {
    private static final int LENGTH = 32;

    @Override
    public int hashCode() {
      return token.substring(Math.max(0, token.length() - LENGTH)).hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.token.equals(token);
    }
  }

  private final Map<Key, Verified> tokens = new BoundedMap<>(MAX_COUNT);

  /** Returns the rights of a token that was found good lately. */
  Optional<Grant> find(String token, Instant now) {
    synchronized (tokens) {
      Key key = new Key(token);
      Verified known = tokens.get(key);
      if (known == null) {
        return Optional.empty();
      }
      if (now.isBefore(known.until())) {
        return Optional.of(known.grant());
      }
      tokens.remove(key);
      return Optional.empty();
    }
  }

  /** Notes the rights of a token that is good until {@code end}. */
  void note(String token, Grant grant, Instant now, Instant end) {
    Instant checked = now.plus(MAX_AGE);
    synchronized (tokens) {
      tokens.put(new Key(token), new Verified(grant, checked.isBefore(end) ? checked : end));
    }
  }

  /** Returns the number of tokens. */
  int size() {
    synchronized (tokens) {
      return tokens.size();
    }
  }
}
