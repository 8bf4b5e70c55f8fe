package dev.parley.war.browser;

import java.util.List;
import java.util.Locale;

/** The arithmetic and the printed form of the page's figures. */
final class Figures {
  private Figures() {}

  static double[] sorted(Object list) {
    return ((List<?>) list)
        .stream().mapToDouble(number -> ((Number) number).doubleValue()).sorted().toArray();
  }

  static double percentile(double[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  static void print(String what, List<Double> runs) {
    double[] sorted = runs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "figure: %s: %.1f (%.1f to %.1f), %d runs%n",
        what,
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1],
        sorted.length);
  }
}
