package dev.parley.war.trace;

import dev.parley.problem.ProblemCode;
import dev.parley.war.tool.CallMonitor;
import dev.parley.war.tool.CallTrace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces calls of tools.
 *
 * @param tracing makes their spans
 * @param next observes them too
 */
record TracedCalls(Tracing tracing, CallMonitor next) implements CallMonitor {
  @Override
  public CallTrace begun(String tool, String session, @Nullable Map<String, Object> meta) {
    Spans spans = tracing.spans();
    return spans == null
        ? CallTrace.NONE
        : spans.call(tool, session, meta == null ? Map.of() : meta);
  }

  @Override
  public void ended(String tool, @Nullable ProblemCode refusal, long nanos) {
    next.ended(tool, refusal, nanos);
  }

  @Override
  public void cancelled(String tool) {
    next.cancelled(tool);
  }
}
