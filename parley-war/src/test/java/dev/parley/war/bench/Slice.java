package dev.parley.war.bench;

/** What was done in a moment of load, and what that took. */
record Slice(long done, long nanos, long cpuNanos) {

  double cpuMicrosEach() {
    return cpuNanos / 1e3 / done;
  }

  double perSecond() {
    return done * 1e9 / nanos;
  }
}
