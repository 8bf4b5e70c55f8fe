package dev.parley.engine.presence;

/**
 * The time for which a connection counts as present after its last sign of life.
 *
 * @param millis in milliseconds
 */
record TimeToLive(long millis) {
  /** Returns true while a connection that has been silent for this many milliseconds counts. */
  boolean covers(long silentMillis) {
    return silentMillis < millis;
  }

  /** Returns the time from which a connection counts no more, if no other sign of life comes. */
  long endAfter(long lastSign) {
    return lastSign + millis;
  }
}
