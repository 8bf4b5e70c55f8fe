package dev.parley.chat;

import java.util.List;
import java.util.Locale;

/** The lines in which the figures of a system are printed. */
final class ChatFigureLines {
  private final String system;

  ChatFigureLines(String system) {
    this.system = system;
  }

  /** Prints a line. */
  void print(String line) {
    System.out.println("figure: " + system + ": " + line);
  }

  /** Prints a text, each of its lines, behind {@code head}. */
  void print(String head, String text) {
    String[] lines = text.split("\n", -1);
    print("  " + head + ": " + lines[0]);
    for (int i = 1; i < lines.length; i++) {
      print("      | " + lines[i]);
    }
  }

  /** Prints the median of some runs, and their range. */
  void print(String what, List<Double> runs) {
    List<Double> sorted = runs.stream().sorted().toList();
    print(
        String.format(
            Locale.ROOT,
            "%s: %.2f (%.2f to %.2f), %d runs",
            what,
            sorted.get(sorted.size() / 2),
            sorted.get(0),
            sorted.get(sorted.size() - 1),
            sorted.size()));
  }

  /** The value below which {@code percent} of all values are. */
  static double percentile(List<Double> values, int percent) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
