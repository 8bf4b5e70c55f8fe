package dev.parley.war.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** The calls of a run: how long each kind took, and the refusals by their codes. */
public final class Counters {
  private final Map<Work, Histogram> calls = new EnumMap<>(Work.class);
  private final Map<String, Long> errors = new TreeMap<>();
  private final Map<String, Long> restartErrors = new TreeMap<>();
  private long answered;
  private volatile boolean restarting;

  public Counters() {
    for (Work work : Work.values()) {
      calls.put(work, new Histogram());
    }
  }

  public Histogram of(Work work) {
    return calls.get(work);
  }

  void answered(Work work, long nanos) {
    calls.get(work).record(nanos);
    answered++;
  }

  void error(String code) {
    (restarting ? restartErrors : errors).merge(code, 1L, Long::sum);
  }

  /** Errors of all of the run, the warm-up included. */
  public Map<String, Long> errors() {
    return errors;
  }

  /** Begins or ends the time of a restart, whose errors are counted by themselves. */
  public void restarting(boolean begins) {
    restarting = begins;
  }

  /** Errors during restarts of the server. */
  public Map<String, Long> restartErrors() {
    return restartErrors;
  }

  /** Calls of all of the run that were answered, and not refused. */
  public long answered() {
    return answered;
  }

  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Begins to measure; errors stay, since an error in the warm-up is one too. */
  public void warmedUp() {
    calls.values().forEach(Histogram::clear);
  }
}
