package dev.parley.war.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The outcome of a run: its table and its faults. */
public record LoadReport(
    Counters counters,
    Deliveries deliveries,
    ClaimChecker claims,
    double seconds,
    long unmade,
    long endedStreams) {

  /** Reasons for the run to fail; empty where it passed. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Work kind : new Work[] {Work.MESSAGE, Work.POST}) {
      DeliveryChecker checker = deliveries.checker(kind);
      add(faults, kind.title() + ": missing", checker.missing());
      add(faults, kind.title() + ": doubled", checker.doubled());
      add(faults, kind.title() + ": out of order", checker.reordered());
      add(faults, kind.title() + ": in a wrong room", checker.strayed());
    }
    add(faults, "claims won twice", claims.twice());
    add(faults, "claims won by nobody", claims.never());
    add(faults, "event streams ended by the server", endedStreams);
    counters
        .errors()
        .forEach(
            (code, count) -> {
              if (!code.equals(Refusal.RATE_LIMITED)) {
                add(faults, code, count);
              }
            });
    return faults;
  }

  /** Calls of all kinds that were answered, for each second that was measured. */
  public double callsPerSecond() {
    long calls = 0;
    for (Work work : Work.values()) {
      calls += counters.of(work).size();
    }
    return calls / seconds;
  }

  /** Calls of this kind that were answered in the measured time. */
  public long answered(Work kind) {
    return counters.of(kind).size();
  }

  /** Deliveries of this kind, in the measured time. */
  public long delivered(Work kind) {
    return deliveries.inTime(kind);
  }

  void print() {
    System.out.println();
    System.out.println("| Kind | A second | p50 ms | p99 ms | max ms |");
    System.out.println("|---|---|---|---|---|");
    for (Work work : Work.values()) {
      if (work == Work.START && counters.of(work).size() == 0) {
        continue;
      }
      row(work.title(), counters.of(work).size(), counters.of(work));
    }
    for (Work kind : new Work[] {Work.MESSAGE, Work.POST}) {
      row(kind.title() + ", deliveries", deliveries.inTime(kind), deliveries.latencies(kind));
    }
    System.out.println();
    System.out.println(
        "| Checked, with the warm-up | Delivered | Missing | Doubled | Out of order |");
    System.out.println("|---|---|---|---|---|");
    for (Work kind : new Work[] {Work.MESSAGE, Work.POST}) {
      DeliveryChecker checker = deliveries.checker(kind);
      System.out.printf(
          Locale.ROOT,
          "| %s | %,d | %,d | %,d | %,d |%n",
          kind.title(),
          checker.delivered(),
          checker.missing(),
          checker.doubled(),
          checker.reordered());
    }
    System.out.printf(
        "%nClaims won twice: %d; won by nobody: %d. Calls due and not made: %d.%n",
        claims.twice(), claims.never(), unmade);
    System.out.println("Errors: " + (counters.failed() == 0 ? "none" : counters.errors()));
    if (counters.errors().containsKey(Refusal.RATE_LIMITED)) {
      System.out.println(Refusal.rateLimit());
    }
    System.out.println(faults().isEmpty() ? "Passed." : "FAILED: " + String.join("; ", faults()));
  }

  private void row(String title, long count, Histogram times) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.1f | %.2f | %.2f | %.2f |%n",
        title,
        count / seconds,
        times.millisAt(0.5),
        times.millisAt(0.99),
        times.maxMillis());
  }

  private static void add(List<String> faults, String name, long count) {
    if (count > 0) {
      faults.add(name + ": " + count);
    }
  }
}
