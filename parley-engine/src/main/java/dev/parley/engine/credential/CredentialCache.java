package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.credential.CredentialListener;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The newest state of every credential that this node has seen. A newer state replaces an older
 * one, in whatever order they come; so a read that was overtaken by a change does no harm. Of a
 * revoked credential only the number of its changes and the hash of its secret are kept, since
 * revocation is final.
 */
final class CredentialCache {

  /**
   * A credential that was seen.
   *
   * @param changed the number of its changes
   * @param stored its state; empty for a revoked one
   * @param revokedHash the hash of the secret of one whose revocation was seen
   */
  record Seen(long changed, Optional<StoredCredential> stored, Optional<SecretHash> revokedHash) {
    static Seen of(StoredCredential row) {
      return row.isRevoked()
          ? new Seen(row.changed(), Optional.empty(), Optional.of(row.secretHash()))
          : new Seen(row.changed(), Optional.of(row), Optional.empty());
    }
  }

  private final CredentialListener changes;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();
  private final AtomicLong changeCount = new AtomicLong();
  private Instant expiredUntil;

  /** The first end after {@link #expiredUntil} of those that were seen, or an earlier time. */
  private Instant nextEnd = Instant.MAX;

  /**
   * Makes an empty cache.
   *
   * @param changes is called with each credential that changed, in the order of the changes
   * @param now the time from which expiry counts as a change
   */
  CredentialCache(CredentialListener changes, Instant now) {
    this.changes = changes;
    this.expiredUntil = now;
  }

  /** Takes the rows of the start in, which are no changes. */
  synchronized void begin(Map<String, Long> versions, Collection<StoredCredential> notRevoked) {
    versions.forEach(
        (id, changed) -> seen.put(id, new Seen(changed, Optional.empty(), Optional.empty())));
    notRevoked.forEach(this::put);
  }

  private void put(StoredCredential row) {
    seen.put(row.id().value(), Seen.of(row));
    changeCount.incrementAndGet(); // after the change: what was read before it has a lower number
    noteEnd(row.credential());
  }

  private void noteEnd(Credential credential) {
    Optional<Instant> end = credential.properties().expiresAt();
    if (end.isPresent() && end.get().isAfter(expiredUntil) && end.get().isBefore(nextEnd)) {
      nextEnd = end.get();
    }
  }

  /** Takes a row in, which is a change where it is newer. */
  synchronized void take(StoredCredential row) {
    Seen before = seen.get(row.id().value());
    if (before == null || before.changed() < row.changed()) {
      put(row);
      if (before == null) {
        changes.created(row.credential());
      } else {
        changes.changed(row.credential());
      }
    }
  }

  /** Returns a number that grows with each state that is taken in. */
  long changeCount() {
    return changeCount.get();
  }

  Optional<Seen> find(String id) {
    return Optional.ofNullable(seen.get(id));
  }

  /** Returns the ids whose state is older than in {@code versions}. */
  List<String> outdated(Map<String, Long> versions) {
    return versions.entrySet().stream()
        .filter(
            row -> {
              Seen before = seen.get(row.getKey());
              return before == null || before.changed() < row.getValue();
            })
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Passes on those whose end was between the last call and {@code now}. Looks at none before the
   * first end has come.
   */
  synchronized void expire(Instant now) {
    if (!now.isAfter(expiredUntil)) {
      return;
    }
    if (now.isBefore(nextEnd)) {
      expiredUntil = now;
      return;
    }
    List<Credential> unrevoked =
        seen.values().stream()
            .flatMap(one -> one.stored().stream())
            .map(StoredCredential::credential)
            .toList();
    unrevoked.stream().filter(credential -> isEndBy(credential, now)).forEach(changes::changed);
    expiredUntil = now;
    nextEnd = Instant.MAX;
    unrevoked.forEach(this::noteEnd);
  }

  private boolean isEndBy(Credential credential, Instant now) {
    return credential
        .properties()
        .expiresAt()
        .filter(end -> end.isAfter(expiredUntil) && !end.isAfter(now))
        .isPresent();
  }

  boolean isEmpty() {
    return seen.isEmpty();
  }
}
