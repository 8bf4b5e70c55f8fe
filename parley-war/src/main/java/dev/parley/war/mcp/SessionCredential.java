package dev.parley.war.mcp;

import dev.parley.war.grant.Grant;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The credential that a session belongs to. A holder may show one with a later end, under the same
 * name, while the session goes on. For any thread.
 */
final class SessionCredential {
  private final Optional<String> name;
  private volatile @Nullable Instant end;

  /**
   * A credential whose end is not known yet.
   *
   * @param name its name; empty where none was needed
   */
  SessionCredential(Optional<String> name) {
    this.name = name;
  }

  /** Returns its name; empty where none was needed. */
  Optional<String> name() {
    return name;
  }

  /** Returns whether it is the one that was shown, and notes the latest end. */
  boolean isShownBy(Grant grant) {
    if (!name.equals(grant.credential())) {
      return false;
    }
    Optional<Instant> shown = grant.expiresAt();
    if (shown.isPresent() && isLater(shown.get())) { // no lock where it says nothing new
      noteLatest(shown.get());
    }
    return true;
  }

  private boolean isLater(Instant shown) {
    Instant known = end;
    return known == null || known.isBefore(shown);
  }

  private synchronized void noteLatest(Instant shown) {
    if (isLater(shown)) {
      end = shown;
    }
  }

  /** Returns whether all that was shown of it has expired. */
  boolean hasExpired(Instant now) {
    Instant known = end;
    return known != null && !now.isBefore(known);
  }
}
