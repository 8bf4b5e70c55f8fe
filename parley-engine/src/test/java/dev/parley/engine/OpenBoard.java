package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.engine.room.RateLimit;
import java.time.Duration;
import java.time.Instant;

/** A Parley on a store, with a clock that only tests move, for all the contracts of the board. */
public final class OpenBoard {
  /**
   * How long claims hold: as short as it may be, so that what looks for silent holders is quick.
   */
  public static final Duration LEASE = Duration.ofSeconds(1);

  private final Store store;
  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05.678Z"));
  private HikariDataSource source;
  private Parley parley;

  OpenBoard(Store store) {
    this.store = store;
  }

  void open() {
    source = store.newDatabase();
    parley = another("shared").build();
  }

  void close() {
    if (parley != null) {
      parley.close();
    }
    if (source != null) {
      source.close();
    }
  }

  /** The one all tests share: each works in a workspace of its own. */
  public Parley parley() {
    return parley;
  }

  /** Its clock. */
  public MovableClock clock() {
    return clock;
  }

  /** Another Parley on the same rows. */
  public ParleyBuilder another(String node) {
    return store.over(source).node(node).rateLimit(RateLimit.OFF).clock(clock).lease(LEASE);
  }
}
