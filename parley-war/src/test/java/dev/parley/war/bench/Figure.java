package dev.parley.war.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One measured quantity: its runs, and what it must reach. */
final class Figure {
  private final String name;
  private final double target;
  private final boolean moreIsBetter;
  private final List<Double> runs = new ArrayList<>();

  private Figure(String name, double target, boolean moreIsBetter) {
    this.name = name;
    this.target = target;
    this.moreIsBetter = moreIsBetter;
  }

  static Figure atLeast(String name, double target) {
    return new Figure(name, target, true);
  }

  static Figure atMost(String name, double target) {
    return new Figure(name, target, false);
  }

  /** One that must be naught in every run. */
  static Figure none(String name) {
    return new Figure(name, 0, false);
  }

  /** One that is told without a target. */
  static Figure told(String name) {
    return new Figure(name, Double.NaN, true);
  }

  void add(double run) {
    runs.add(run);
    System.out.printf(Locale.ROOT, "    %s: %s%n", name, number(run));
  }

  /** Whether it is one that the slowest machine must keep. */
  boolean isPromise() {
    return target == 0;
  }

  boolean heldAlways() {
    return runs.stream().allMatch(this::reached);
  }

  String name() {
    return name;
  }

  private boolean reached(double run) {
    return Double.isNaN(target) || (moreIsBetter ? run >= target : run <= target);
  }

  private double median() {
    double[] sorted = sorted();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private double[] sorted() {
    double[] sorted = runs.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** The row of the table. */
  String row(String load) {
    double[] sorted = sorted();
    boolean judged = !Double.isNaN(target);
    return "| "
        + String.join(
            " | ",
            name,
            number(median()),
            number(sorted[0]) + " to " + number(sorted[sorted.length - 1]),
            judged ? number(target) : "",
            !judged ? "" : reached(median()) ? "yes" : "NO",
            load)
        + " |";
  }

  private static String number(double value) {
    return String.format(
        Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
  }
}
