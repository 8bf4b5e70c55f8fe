package dev.parley.war.bench;

import dev.parley.war.process.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Two loads in turn, on two servers that run at once or on one. This process works on one side for
 * a moment, then on the other, so whatever else the machine does meets both. Each pair of slices
 * has the other order than the one before.
 */
final class Comparison {
  private final String work;
  private final BenchSettings settings;
  private final Ratios cpu = new Ratios("server CPU us each");
  private final Ratios rate = new Ratios("done/s");

  /** Starts a server. */
  interface Starter {
    ServerProcess start() throws Exception;
  }

  Comparison(String work, BenchSettings settings) {
    this.work = work;
    this.settings = settings;
  }

  /**
   * Puts one load on two servers, of which each pair is fresh; returns the rows of the table. The
   * two take turns in starting first, since the one that does is slower, also of one WAR.
   */
  List<String> ofServers(Starter ours, Starter theirs, Load.Kind load) throws Exception {
    for (int pair = 1; pair <= settings.comparison().pairs(); pair++) {
      System.out.printf(Locale.ROOT, "%s, pair of processes %d%n", work, pair);
      boolean isFirst = pair % 2 == 1;
      try (ServerProcess first = (isFirst ? ours : theirs).start();
          ServerProcess second = (isFirst ? theirs : ours).start();
          Side onFirst = Side.of(first, load, settings);
          Side onSecond = Side.of(second, load, settings)) {
        slices(isFirst ? onFirst : onSecond, isFirst ? onSecond : onFirst);
      }
    }
    return List.of(cpu.row(work), rate.row(work));
  }

  /** Puts two loads on one server, which is fresh each time; returns the rows of the table. */
  List<String> ofLoads(Load.Kind ours, Load.Kind theirs) throws Exception {
    for (int run = 1; run <= settings.comparison().pairs(); run++) {
      System.out.printf(Locale.ROOT, "%s, process %d%n", work, run);
      try (ServerProcess server = ServerProcess.start(settings);
          Side one = Side.of(server, ours, settings);
          Side other = Side.of(server, theirs, settings)) {
        slices(one, other);
      }
    }
    return List.of(cpu.row(work), rate.row(work));
  }

  private void slices(Side one, Side other) throws Exception {
    SliceSettings how = settings.comparison();
    long nanos = TimeUnit.MILLISECONDS.toNanos(how.millis());
    long warm = System.nanoTime() + 2 * TimeUnit.SECONDS.toNanos(how.warmUpSeconds());
    while (System.nanoTime() - warm < 0) {
      one.slice(nanos);
      other.slice(nanos);
    }
    List<Slice> ofOne = new ArrayList<>();
    List<Slice> ofOther = new ArrayList<>();
    for (int i = 0; i < how.slices(); i++) {
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
