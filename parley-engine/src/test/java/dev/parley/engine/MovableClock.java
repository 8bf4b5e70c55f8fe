package dev.parley.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
public final class MovableClock implements InstantSource {
  private final AtomicReference<Instant> now;

  /** Stands at {@code start}. */
  public MovableClock(Instant start) {
    now = new AtomicReference<>(start);
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Stands {@code further} later from now on. */
  public void advance(Duration further) {
    now.updateAndGet(at -> at.plus(further));
  }
}
