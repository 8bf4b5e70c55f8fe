package dev.parley.war.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** The median of paired differences, and the interval in which 95 of 100 drawn samples have it. */
record Difference(double median, double low, double high) {
  private static final int DRAWS = 1_000;
  private static final double OUTSIDE = 0.025;

  static Difference of(double[] differences) {
    Random random = new Random(1);
    double[] drawn = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      drawn[draw] =
          median(
              random
                  .ints(differences.length, 0, differences.length)
                  .mapToDouble(at -> differences[at])
                  .toArray());
    }
    Arrays.sort(drawn);
    return new Difference(
        median(differences), drawn[(int) (DRAWS * OUTSIDE)], drawn[(int) (DRAWS * (1 - OUTSIDE))]);
  }

  /** Returns true if the intervals have nothing in common. */
  boolean isApartFrom(Difference other) {
    return low > other.high || high < other.low;
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, low, high);
  }
}
