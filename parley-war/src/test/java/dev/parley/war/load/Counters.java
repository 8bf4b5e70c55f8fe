package dev.parley.war.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The calls of a run: how long each kind took, and the refusals by their codes. */
final class Counters {
  private final Map<Work, Histogram> calls = new EnumMap<>(Work.class);
  private final Map<String, Long> errors = new TreeMap<>();
  private long answered;

  Counters() {
    for (Work work : Work.values()) {
      calls.put(work, new Histogram());
    }
  }

  Histogram of(Work work) {
    return calls.get(work);
  }

  void answered(Work work, long nanos) {
    calls.get(work).record(nanos);
    answered++;
  }

  void error(String code) {
    errors.merge(code, 1L, Long::sum);
  }

  /** Errors of all of the run, the warm-up included. */
  Map<String, Long> errors() {
    return errors;
  }

  /** Calls of all of the run that were answered, and not refused. */
  long answered() {
    return answered;
  }

  long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Begins to measure; errors stay, since an error in the warm-up is one too. */
  void warmedUp() {
    calls.values().forEach(Histogram::clear);
  }
}
