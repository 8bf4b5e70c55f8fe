package dev.parley.war.mcp;

import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.war.http.FaultLog;
import dev.parley.war.wire.McpError;
import java.util.concurrent.CompletionException;

/**
 * The refusal that stands for a failure. What went wrong inside is logged, with its stack once a
 * minute for each kind; a client that goes away in the middle is no fault of the server.
 */
public final class Faults {
  private Faults() {}

  /**
   * Logs {@code thrown} where it is a fault of the server, and returns the error for its client.
   */
  public static McpError refusal(Throwable thrown) {
    Throwable cause = cause(thrown);
    if (cause instanceof ParleyException refused
        && refused.problem().code() == ProblemCode.UNAVAILABLE) {
      return McpError.UNAVAILABLE;
    }
    if (FaultLog.isOfClient(cause)) {
      FaultLog.brokenOff(cause);
      return McpError.BROKEN_BODY;
    }
    FaultLog.log(cause);
    return McpError.INTERNAL_ERROR;
  }

  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
