package dev.parley.engine.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What several runs measured: a row each with the median, the range and what is asked for. */
final class FigureTable {
  private final String title;
  private final List<String> rows = new ArrayList<>();

  FigureTable(String title) {
    this.title = title;
  }

  /** A figure that must not be more. */
  void atMost(String name, List<Double> runs, double limit) {
    add(name, runs, String.format(Locale.ROOT, "at most %,.2f", limit), median(runs) <= limit);
  }

  /** A figure that must not be less. */
  void atLeast(String name, List<Double> runs, double limit) {
    add(name, runs, String.format(Locale.ROOT, "at least %,.2f", limit), median(runs) >= limit);
  }

  /** A figure of which nothing is asked. */
  void told(String name, List<Double> runs) {
    row(name, runs, "", "");
  }

  private void add(String name, List<Double> runs, String must, boolean reached) {
    row(name, runs, must, reached ? "yes" : "NO");
  }

  private void row(String name, List<Double> runs, String must, String reached) {
    List<Double> sorted = runs.stream().sorted().toList();
    rows.add(
        String.format(
            Locale.ROOT,
            "| %s | %,.2f | %,.2f to %,.2f | %s | %s |",
            name,
            median(runs),
            sorted.get(0),
            sorted.get(sorted.size() - 1),
            must,
            reached));
  }

  private static double median(List<Double> runs) {
    return runs.stream().sorted().toList().get(runs.size() / 2);
  }

  void print() {
    System.out.println();
    System.out.println("| " + title + " | Median | Range | Must be | Reached |");
    System.out.println("|---|---|---|---|---|");
    rows.forEach(System.out::println);
  }
}
