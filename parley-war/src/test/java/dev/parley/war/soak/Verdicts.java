package dev.parley.war.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** Judges a life: its memory, its descriptors and its latencies may not grow. */
final class Verdicts {
  private static final int MIN_SAMPLES = 3;
  private static final double MAX_GROWTH = 1.05;
  private static final double MAX_SLOWDOWN = 1.5;
  private static final double KB_PER_MB = 1024;

  private final Life life;
  private final List<Verdict> verdicts = new ArrayList<>();

  private Verdicts(Life life) {
    this.life = life;
  }

  /** The verdicts on one life. Kinds of calls that it has none of are left out. */
  static List<Verdict> on(Life life) {
    Verdicts all = new Verdicts(life);
    all.judge("resident", "MB", MAX_GROWTH, sample -> sample.residentKb() / KB_PER_MB);
    all.judge("descriptors", "", MAX_GROWTH, Sample::descriptors);
    TreeSet<String> kinds = new TreeSet<>();
    life.samples().forEach(sample -> kinds.addAll(sample.latencies().keySet()));
    for (String kind : kinds) {
      ToDoubleFunction<Sample> p99 = sample -> sample.latency(kind).p99();
      if (!Double.isNaN(Medians.of(life.samples(), p99))) {
        all.judge("p99 of " + kind, "ms", MAX_SLOWDOWN, p99);
      }
    }
    return all.verdicts;
  }

  private void judge(String figure, String unit, double bound, ToDoubleFunction<Sample> of) {
    verdicts.add(
        new Verdict(
            life.name() + ": " + figure,
            unit,
            median(life.early(), of),
            median(life.late(), of),
            bound));
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> of) {
    return samples.size() < MIN_SAMPLES ? Double.NaN : Medians.of(samples, of);
  }
}
