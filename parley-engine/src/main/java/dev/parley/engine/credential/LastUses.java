package dev.parley.engine.credential;

import dev.parley.credential.Credential;
import dev.parley.credential.Credential.Use;
import dev.parley.id.CredentialId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last use of each credential on this node. It is collected in memory and written by {@link
 * #flush}, for one credential at most once a minute.
 */
final class LastUses {
  /** The maximum length of an address; the rest is left out. */
  static final int MAX_ADDRESS = 64;

  private static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

  private static final int SAME_USE_MILLIS = 1_000;

  private record Noted(Use use, Instant writtenAt, boolean isWritten) {
    Noted next(Use later) {
      return new Noted(later, writtenAt, false);
    }

    boolean isSame(String address, Instant now) {
      long millis = now.toEpochMilli() - use.at().toEpochMilli();
      return millis >= 0 && millis < SAME_USE_MILLIS && use.address().equals(address);
    }

    boolean isDue(Instant now) {
      return !now.isBefore(writtenAt.plus(WRITTEN_EVERY));
    }
  }

  private final CredentialRows rows;
  private final InstantSource clock;
  private final Map<String, Noted> notes = new ConcurrentHashMap<>();

  LastUses(CredentialRows rows, InstantSource clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Records a use. Further uses from the same address within a second count as the same one. Makes
   * no database call.
   *
   * @param now the time, in whole milliseconds
   */
  Use note(CredentialId id, String address, Instant now) {
    String from = printable(address);
    Noted noted = notes.get(id.value());
    if (noted != null && noted.isSame(from, now)) {
      return noted.use();
    }
    Use use = new Use(now, from);
    notes.merge(
        id.value(), new Noted(use, Instant.EPOCH, false), (earlier, same) -> earlier.next(use));
    return use;
  }

  /** Returns {@code credential} with its last use on this node, where that is newer. */
  Credential newest(Credential credential) {
    Noted noted = notes.get(credential.id().value());
    if (noted == null
        || credential.lastUse().filter(use -> !use.at().isBefore(noted.use().at())).isPresent()) {
      return credential;
    }
    return with(credential, noted.use());
  }

  static Credential with(Credential credential, Use use) {
    return new Credential(
        credential.id(),
        credential.properties(),
        credential.createdAt(),
        credential.createdBy(),
        credential.revokedAt(),
        Optional.of(use));
  }

  /**
   * Writes the uses of the credentials that were not written in the last minute.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable}; the next call writes them
   */
  void flush() {
    Instant now = clock.instant();
    write(now, now);
  }

  /** Writes all uses. */
  void flushAll() {
    write(clock.instant(), Instant.MAX);
  }

  private void write(Instant now, Instant due) {
    Map<String, Use> unwritten = new HashMap<>();
    notes.forEach(
        (id, noted) -> {
          if (noted.isDue(due)) {
            if (noted.isWritten()) {
              notes.remove(id, noted);
            } else {
              unwritten.put(id, noted.use());
            }
          }
        });
    if (unwritten.isEmpty()) {
      return;
    }
    rows.used(unwritten);
    unwritten.forEach(
        (id, use) ->
            notes.computeIfPresent(
                id, (same, noted) -> new Noted(noted.use(), now, noted.use().equals(use))));
  }

  /** Leaves out of an address what a database may refuse. */
  private static String printable(String address) {
    String start = address.substring(0, Math.min(address.length(), MAX_ADDRESS));
    for (int i = 0; i < start.length(); i++) { // no pattern: each request asks
      if (start.charAt(i) < ' ' || start.charAt(i) > '~') {
        return start.replaceAll("[^ -~]", "?");
      }
    }
    return start;
  }
}
