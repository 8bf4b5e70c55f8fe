package dev.parley.war.bench;

/** The work of a moment of load, and its cost. */
record Slice(long done, long nanos, long cpuNanos) {

  double cpuMicrosEach() {
    return cpuNanos / 1e3 / done;
  }

  double perSecond() {
    return done * 1e9 / nanos;
  }
}
