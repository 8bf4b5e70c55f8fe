package dev.parley.war.telemetry;

import dev.parley.problem.ProblemCode;
import dev.parley.war.tool.CallMonitor;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of tools by tool and outcome. A tool that is not known from the beginning is not
 * counted. Counting allocates nothing and takes no lock.
 */
public final class CallCounts implements CallMonitor {
  /** The counts of one tool. */
  private static final class Calls {
    private final AtomicLong ok = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final Map<ProblemCode, AtomicLong> refused = new EnumMap<>(ProblemCode.class);
    private final Latencies latencies = new Latencies();

    Calls() {
      for (ProblemCode code : ProblemCode.values()) {
        refused.put(code, new AtomicLong());
      }
    }

    AtomicLong refused(ProblemCode code) {
      return Objects.requireNonNull(refused.get(code));
    }

    boolean isZero() {
      return ok.get() == 0
          && cancelled.get() == 0
          && refused.values().stream().allMatch(count -> count.get() == 0);
    }
  }

  /** Takes the counts of one outcome. */
  interface OutcomeVisitor {
    void count(String outcome, long calls);
  }

  private final Map<String, Calls> byTool = new TreeMap<>();

  /**
   * Counts that are zero.
   *
   * @param tools the names of all tools
   */
  public CallCounts(Set<String> tools) {
    tools.forEach(tool -> byTool.put(tool, new Calls()));
  }

  @Override
  public void ended(String tool, @Nullable ProblemCode refusal, long nanos) {
    Calls calls = byTool.get(tool);
    if (calls != null) {
      (refusal == null ? calls.ok : calls.refused(refusal)).incrementAndGet();
      calls.latencies.record(nanos);
    }
  }

  @Override
  public void cancelled(String tool) {
    Calls calls = byTool.get(tool);
    if (calls != null) {
      calls.cancelled.incrementAndGet();
    }
  }

  /** Returns the names of the tools that were called. */
  Set<String> called() {
    Map<String, Calls> called = new TreeMap<>();
    byTool.forEach(
        (tool, calls) -> {
          if (!calls.isZero()) {
            called.put(tool, calls);
          }
        });
    return called.keySet();
  }

  /** Passes on the outcomes that calls of a tool had, and {@code ok} in any case. */
  void outcomes(String tool, OutcomeVisitor visitor) {
    Calls calls = byTool.get(tool);
    if (calls != null) {
      visitor.count("ok", calls.ok.get());
      for (ProblemCode code : ProblemCode.values()) {
        visit(code.wireName(), calls.refused(code).get(), visitor);
      }
      visit("cancelled", calls.cancelled.get(), visitor);
    }
  }

  private static void visit(String outcome, long calls, OutcomeVisitor visitor) {
    if (calls > 0) {
      visitor.count(outcome, calls);
    }
  }

  /** Returns the durations of the answered calls of a tool. */
  Latencies latencies(String tool) {
    Calls calls = byTool.get(tool);
    return calls == null ? new Latencies() : calls.latencies;
  }
}
