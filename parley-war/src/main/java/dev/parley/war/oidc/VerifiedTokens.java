package dev.parley.war.oidc;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.war.grant.Grant;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rights of tokens that were found good. A token is checked again after five minutes, since its
 * key may be withdrawn. The least recently used go past a bound. For any thread.
 *
 * <p>The tokens themselves are the keys, not their digests: a token of an issuer has about 1 kB,
 * and each request would pay for the digest of it.
 */
final class VerifiedTokens {
  /** The number of tokens that are stored; with the longest tokens they take 32 MB. */
  static final int MAX_COUNT = 4_000;

  static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** A token that is found good until a time. */
  private record Verified(Grant grant, Instant until) {}

  /** A token. It is compared with others in a time that does not tell where they differ. */
  static final class Key {
    private final byte[] token;
    private final int hash;

    Key(String token) {
      this.token = token.getBytes(StandardCharsets.UTF_8);
      this.hash = token.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && MessageDigest.isEqual(token, that.token);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, Verified> tokens = new BoundedMap<>(MAX_COUNT);

  /** Returns the rights of a token that was found good lately. */
  Optional<Grant> find(Key key, Instant now) {
    synchronized (tokens) {
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
  void note(Key key, Grant grant, Instant now, Instant end) {
    Instant checked = now.plus(MAX_AGE);
    synchronized (tokens) {
      tokens.put(key, new Verified(grant, checked.isBefore(end) ? checked : end));
    }
  }

  /** Returns the number of tokens. */
  int size() {
    synchronized (tokens) {
      return tokens.size();
    }
  }
}
