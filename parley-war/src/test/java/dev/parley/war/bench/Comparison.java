package dev.parley.war.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * One load on two servers in turn. Both run at once, and this process works on one for a moment,
 * then on the other; so whatever else the machine does meets both. Each pair of slices has the
 * other order than the one before.
 */
final class Comparison {
  private final String work;
  private final Side.Starter ours;
  private final Side.Starter theirs;
  private final Ratios cpu = new Ratios("server CPU us each");
  private final Ratios rate = new Ratios("done/s");

  Comparison(String work, Side.Starter ours, Side.Starter theirs) {
    this.work = work;
    this.ours = ours;
    this.theirs = theirs;
  }

  /** Measures fresh pairs of processes; returns the rows of the table. */
  List<String> measure(SliceSettings settings) throws Exception {
    for (int pair = 1; pair <= settings.pairs(); pair++) {
      System.out.printf(Locale.ROOT, "%s, pair of processes %d%n", work, pair);
      try (Side one = ours.start();
          Side other = theirs.start()) {
        slices(one, other, settings);
      }
    }
    return List.of(cpu.row(work), rate.row(work));
  }

  private void slices(Side one, Side other, SliceSettings settings) throws Exception {
    long nanos = TimeUnit.MILLISECONDS.toNanos(settings.millis());
    long warm = System.nanoTime() + 2 * TimeUnit.SECONDS.toNanos(settings.warmUpSeconds());
    while (System.nanoTime() - warm < 0) {
      one.slice(nanos);
      other.slice(nanos);
    }
    List<Slice> ofOne = new ArrayList<>();
    List<Slice> ofOther = new ArrayList<>();
    for (int i = 0; i < settings.slices(); i++) {
      boolean first = i % 2 == 0;
      (first ? ofOne : ofOther).add((first ? one : other).slice(nanos));
      (first ? ofOther : ofOne).add((first ? other : one).slice(nanos));
    }
    cpu.add(each(ofOne, Slice::cpuMicrosEach), each(ofOther, Slice::cpuMicrosEach));
    rate.add(each(ofOne, Slice::perSecond), each(ofOther, Slice::perSecond));
  }

  private static double[] each(List<Slice> slices, ToDoubleFunction<Slice> quantity) {
    return slices.stream().mapToDouble(quantity).toArray();
  }
}
