package dev.parley.war.oidc;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.engine.id.Sha256;
import dev.parley.war.grant.Grant;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The rights of tokens that were found good, by the hashes of the tokens. A token is checked again
 * after five minutes, since its key may be withdrawn. The least recently used go past a bound. For
 * any thread.
 */
final class VerifiedTokens {
  static final int MAX_COUNT = 10_000;
  static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** A token that is found good until a time. */
  private record Verified(Grant grant, Instant until) {}

  private final Map<ByteBuffer, Verified> tokens = new BoundedMap<>(MAX_COUNT);

  /** Returns the key of a token, which does not reveal it. */
  static ByteBuffer key(String token) {
    return ByteBuffer.wrap(Sha256.of(token));
  }

  /** Returns the rights of a token that was found good lately. */
  Optional<Grant> find(ByteBuffer key, Instant now) {
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
  void note(ByteBuffer key, Grant grant, Instant now, Instant end) {
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
