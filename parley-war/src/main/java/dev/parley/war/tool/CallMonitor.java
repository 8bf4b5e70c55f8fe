package dev.parley.war.tool;

import dev.parley.problem.ProblemCode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An observer of the calls of tools. It is called for each, so it returns at once and throws
 * nothing.
 */
public interface CallMonitor {
  /** The observer of calls that nobody observes. */
  CallMonitor NONE =
      new CallMonitor() {
        @Override
        public void ended(String tool, @Nullable ProblemCode refusal, long nanos) {}

        @Override
        public void cancelled(String tool) {}
      };

  /**
   * A call begins.
   *
   * @param session the MCP session it came over
   * @param meta the meta of the call, in which its client may name a trace; null without any
   * @return its trace
   */
  default CallTrace begun(String tool, String session, @Nullable Map<String, Object> meta) {
    return CallTrace.NONE;
  }

  /**
   * A call was answered.
   *
   * @param refusal the code of the refusal; null for a call that succeeded
   * @param nanos the time from the call to its answer
   */
  void ended(String tool, @Nullable ProblemCode refusal, long nanos);

  /** A call was called off before its answer. */
  void cancelled(String tool);
}
