package dev.parley.war.soak;

import dev.parley.war.load.DeliveryChecker;
import dev.parley.war.load.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of a run and its faults. */
final class SoakReport {
  private static final double MAX_ROW_SECONDS = 300;
  private static final double KB_PER_MB = 1024;
  private static final Work[] DELIVERED = {Work.MESSAGE, Work.POST};

  private final Outcome outcome;
  private final boolean isKilled;

  SoakReport(Outcome outcome, boolean isKilled) {
    this.outcome = outcome;
    this.isKilled = isKilled;
  }

  /** Reasons for the run to fail; empty where it passed. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    outcome.counters().errors().forEach((code, count) -> add(faults, "call: " + code, count));
    outcome.problems().errors().forEach((text, count) -> add(faults, text, count));
    add(faults, "missing before the restart", outcome.missingBeforeRestart());
    for (Work kind : DELIVERED) {
      DeliveryChecker checker = outcome.crew().deliveries().checker(kind);
      add(faults, kind.title() + ": missing", checker.missing());
      add(faults, kind.title() + ": doubled", checker.doubled());
      add(faults, kind.title() + ": out of order", checker.reordered());
      add(faults, kind.title() + ": in a wrong room", checker.strayed());
      if (!isKilled) {
        add(faults, kind.title() + ": doubled by the restart", checker.repeated());
      }
    }
    if (outcome.unmade() > outcome.rate()) {
      add(faults, "calls due and not made", outcome.unmade());
    }
    add(faults, "claims won twice", outcome.crew().claims().twice());
    add(faults, "claims won by nobody", outcome.crew().claims().never());
    add(faults, "event streams ended by the server", outcome.endedStreams());
    for (StoreCheck.Result check : outcome.checks()) {
      add(faults, "acknowledged posts lost", check.lostPosts());
      add(faults, "acknowledged claims lost", check.lostClaims());
    }
    add(faults, "errors in the log of the server", outcome.logged().errors());
    verdicts().stream().filter(v -> !v.isPassed()).forEach(v -> faults.add(v.figure() + " grows"));
    return faults;
  }

  void print() {
    printTable();
    System.out.println();
    System.out.println("| Figure | Settled | At the end | Change | Bound | Verdict |");
    System.out.println("|---|---|---|---|---|---|");
    verdicts().forEach(verdict -> System.out.println(verdict.row()));
    System.out.println();
    printChecks();
    List<String> faults = faults();
    System.out.println(faults.isEmpty() ? "Passed." : "FAILED: " + String.join("; ", faults));
  }

  /** Writes all samples, with commas between their figures. */
  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "life,seconds,resident_kb,heap_kb,descriptors,threads,cpu,calls,data_kb,kind,p50,p99");
    for (Life life : outcome.lives()) {
      for (Sample sample : life.samples()) {
        sample
            .latencies()
            .forEach((kind, latency) -> lines.add(line(life.name(), sample, kind, latency)));
      }
    }
    Files.write(file, lines);
  }

  private static String line(String life, Sample sample, String kind, Sample.Latency latency) {
    return String.format(
        Locale.ROOT,
        "%s,%.1f,%d,%d,%d,%d,%.3f,%.1f,%d,%s,%.3f,%.3f",
        life,
        sample.seconds(),
        sample.residentKb(),
        sample.heapKb(),
        sample.descriptors(),
        sample.threads(),
        sample.cpu(),
        sample.callsPerSecond(),
        sample.dataKb(),
        kind.replace(',', ' '),
        latency.median(),
        latency.p99());
  }

  private List<Verdict> verdicts() {
    return outcome.lives().stream().flatMap(life -> Verdicts.on(life).stream()).toList();
  }

  private void printTable() {
    System.out.println();
    System.out.println(
        "| Until | Calls/s | CPU | Resident MB | Least heap MB | Descriptors | Threads | Data MB"
            + " | Message p50, p99 | Its delivery p99 | Post p99 | Create p99 | Claim p99 |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (Life life : outcome.lives()) {
      double step = Math.min(MAX_ROW_SECONDS, life.settleSeconds());
      for (double from = 0; !life.between(from, Double.MAX_VALUE).isEmpty(); from += step) {
        printRow(life.name(), from + step, life.between(from, from + step));
      }
    }
  }

  private static void printRow(String life, double until, List<Sample> samples) {
    System.out.printf(
        Locale.ROOT,
        "| %s, %.1f min | %,.0f | %.2f | %.1f | %.1f | %.0f | %.0f | %.1f | %.2f, %.2f"
            + " | %.2f | %.2f | %.2f | %.2f |%n",
        life,
        until / 60,
        Medians.of(samples, Sample::callsPerSecond),
        Medians.of(samples, Sample::cpu),
        Medians.of(samples, sample -> sample.residentKb() / KB_PER_MB),
        samples.stream().mapToDouble(sample -> sample.heapKb() / KB_PER_MB).min().orElse(-1),
        Medians.of(samples, Sample::descriptors),
        Medians.of(samples, Sample::threads),
        Medians.of(samples, sample -> sample.dataKb() / KB_PER_MB),
        Medians.of(samples, sample -> sample.latency(Work.MESSAGE.title()).median()),
        p99(samples, Work.MESSAGE.title()),
        p99(samples, Work.MESSAGE.title() + ", deliveries"),
        p99(samples, Work.POST.title()),
        p99(samples, Work.CREATE.title()),
        p99(samples, Work.CLAIM.title()));
  }

  private static double p99(List<Sample> samples, String kind) {
    return Medians.of(samples, sample -> sample.latency(kind).p99());
  }

  private void printChecks() {
    for (Work kind : DELIVERED) {
      DeliveryChecker checker = outcome.crew().deliveries().checker(kind);
      System.out.printf(
          Locale.ROOT,
          "%s: delivered %,d, missing %d, doubled %d, out of order %d, again after the restart"
              + " %d%n",
          kind.title(),
          checker.delivered(),
          checker.missing(),
          checker.doubled(),
          checker.reordered(),
          checker.repeated());
    }
    for (StoreCheck.Result check : outcome.checks()) {
      System.out.printf(
          Locale.ROOT,
          "In the store: %,d posts, %d lost; %,d claims, %d lost%n",
          check.posts(),
          check.lostPosts(),
          check.claims(),
          check.lostClaims());
    }
    System.out.printf(
        Locale.ROOT,
        "Pages opened: %,d; bridges that came and went: %,d; calls due and not made: %d%n",
        outcome.visits().pages(),
        outcome.visits().bridges(),
        outcome.unmade());
    System.out.printf(
        Locale.ROOT,
        "Restart: %,d ms from the signal to healthy; errors of calls then: %s; others: %s%n",
        outcome.restartMillis(),
        outcome.counters().restartErrors(),
        outcome.problems().ofRestart());
    System.out.printf(
        "Log of the server: %d errors, %d warnings%n",
        outcome.logged().errors(), outcome.logged().warnings());
    outcome.logged().first().forEach(System.out::println);
  }

  private static void add(List<String> faults, String name, long count) {
    if (count > 0) {
      faults.add(name + ": " + count);
    }
  }
}
