package dev.parley.war.wake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is advanced. */
final class SettableClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-31T09:30:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  void advance(Duration time) {
    now = now.plus(time);
  }
}
