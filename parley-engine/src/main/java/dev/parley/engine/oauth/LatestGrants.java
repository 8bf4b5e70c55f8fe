package dev.parley.engine.oauth;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.id.CredentialId;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the rights that were used lately. A copy is relied on for a second; while the storage
 * is away, for longer, as the credential of the row has a bound of its own. For any thread.
 */
final class LatestGrants {
  static final int MAX_COUNT = 10_000;
  static final Duration MAX_AGE = Duration.ofSeconds(1);

  private record Copy(StoredGrant grant, long readAt) {}

  private final GrantRows rows;
  private final LongSupplier nanos;
  private final Map<CredentialId, Copy> copies = new BoundedMap<>(MAX_COUNT);

  LatestGrants(GrantRows rows, LongSupplier nanos) {
    this.rows = rows;
    this.nanos = nanos;
  }

  /**
   * Returns the row of a credential that {@code isIt}. Where a copy is not, the row decides:
   * another node may have changed it.
   *
   * @throws ParleyException {@code unavailable} where nothing is known of the row
   */
  Optional<StoredGrant> find(CredentialId credential, Predicate<StoredGrant> isIt) {
    Copy copy = copy(credential);
    boolean fits = copy != null && isIt.test(copy.grant());
    if (copy != null && fits && nanos.getAsLong() - copy.readAt() < MAX_AGE.toNanos()) {
      return Optional.of(copy.grant());
    }
    long began = nanos.getAsLong();
    Optional<StoredGrant> row;
    try {
      row = rows.find(credential);
    } catch (ParleyException away) {
      if (copy != null && fits) {
        return Optional.of(copy.grant());
      }
      throw away;
    }
    synchronized (copies) {
      row.ifPresentOrElse(
          read -> copies.put(credential, new Copy(read, began)), () -> copies.remove(credential));
    }
    return row.filter(isIt);
  }

  private @Nullable Copy copy(CredentialId credential) {
    synchronized (copies) {
      return copies.get(credential);
    }
  }

  /** Forgets the copy of a row that has changed. */
  void forget(CredentialId credential) {
    synchronized (copies) {
      copies.remove(credential);
    }
  }
}
