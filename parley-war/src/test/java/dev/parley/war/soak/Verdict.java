package dev.parley.war.soak;

import java.util.Locale;

/**
 * A figure of one life at its beginning and at its end, and how far it may grow.
 *
 * @param bound the highest ratio of the end to the beginning
 */
record Verdict(String figure, String unit, double early, double late, double bound) {

  /** Returns false where it grew too far, and where there is nothing to judge. */
  boolean isPassed() {
    return late <= early * bound;
  }

  double ratio() {
    return late / early;
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %,.2f %s | %,.2f %s | %+.1f %% | %+.0f %% | %s |",
        figure,
        early,
        unit,
        late,
        unit,
        (ratio() - 1) * 100,
        (bound - 1) * 100,
        isPassed() ? "passed" : "FAILED");
  }
}
