package dev.parley.war.soak;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** Medians of samples. */
final class Medians {
  private Medians() {}

  /** The median of a figure, without samples that do not have it; NaN where none has it. */
  static double of(Collection<Sample> samples, ToDoubleFunction<Sample> figure) {
    double[] sorted =
        samples.stream().mapToDouble(figure).filter(x -> !Double.isNaN(x)).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
