package dev.parley.war.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A quantity of one server as a multiple of the other's, from many slices of several pairs of
 * processes. Slices of one pair of processes resemble each other, since a JVM compiles differently
 * in each run; so the interval comes from drawing pairs of processes first and then their slices.
 */
final class Ratios {
  private static final int DRAWS = 4_000;
  private static final double OUTSIDE = 0.025;

  private final String name;
  private final List<double[]> pairs = new ArrayList<>();
  private final List<Double> ours = new ArrayList<>();
  private final List<Double> theirs = new ArrayList<>();

  Ratios(String name) {
    this.name = name;
  }

  /** Takes the slices of a pair of processes, each with its neighbour in time. */
  void add(double[] ofOurs, double[] ofTheirs) {
    double[] ratios = new double[ofOurs.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ofOurs[i] / ofTheirs[i];
    }
    pairs.add(ratios);
    ours.add(Difference.median(ofOurs));
    theirs.add(Difference.median(ofTheirs));
    System.out.printf(
        Locale.ROOT,
        "    %s: %.1f against %.1f, ratio %.3f%n",
        name,
        Difference.median(ofOurs),
        Difference.median(ofTheirs),
        Difference.median(ratios));
  }

  /** The row of the table. */
  String row(String work) {
    double[] drawn = drawn(new Random(1));
    double[] each = pairs.stream().mapToDouble(Difference::median).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "| %s: %s | %.1f | %.1f | %.3f | %.3f to %.3f | %.3f to %.3f |",
        work,
        name,
        Difference.median(ours.stream().mapToDouble(Double::doubleValue).toArray()),
        Difference.median(theirs.stream().mapToDouble(Double::doubleValue).toArray()),
        middle(pairs),
        drawn[(int) (DRAWS * OUTSIDE)],
        drawn[(int) (DRAWS * (1 - OUTSIDE))],
        each[0],
        each[each.length - 1]);
  }

  private double[] drawn(Random random) {
    double[] medians = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      List<double[]> sample = new ArrayList<>();
      for (int i = 0; i < pairs.size(); i++) {
        double[] pair = pairs.get(random.nextInt(pairs.size()));
        sample.add(random.ints(pair.length, 0, pair.length).mapToDouble(at -> pair[at]).toArray());
      }
      medians[draw] = middle(sample);
    }
    Arrays.sort(medians);
    return medians;
  }

  private static double middle(List<double[]> pairs) {
    return Difference.median(pairs.stream().flatMapToDouble(Arrays::stream).toArray());
  }
}
