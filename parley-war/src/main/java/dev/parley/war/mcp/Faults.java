package dev.parley.war.mcp;

import dev.parley.ParleyException;
import dev.parley.problem.Code;
import dev.parley.war.http.LogLimiter;
import jakarta.ws.rs.ProcessingException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CompletionException;

/**
 * The refusal that stands for a failure. What went wrong inside is logged, with its stack once a
 * minute for each kind; a client that goes away in the middle is no fault of the server.
 */
public final class Faults {
  private static final System.Logger LOG = System.getLogger(Faults.class.getName());
  private static final LogLimiter LINES = new LogLimiter();

  private Faults() {}

  /** Logs {@code thrown} where it is a fault of the server, and says what its client is told. */
  public static WireRefusal refusal(Throwable thrown) {
    Throwable cause = cause(thrown);
    if (cause instanceof ParleyException refused && refused.problem().code() == Code.UNAVAILABLE) {
      return WireRefusal.UNAVAILABLE;
    }
    if (isOfClient(cause)) {
      LINES.log(
          LOG,
          System.Logger.Level.INFO,
          "client",
          "A client broke off its request: " + cause.getMessage());
      return WireRefusal.BROKEN_BODY;
    }
    logFault(cause);
    return WireRefusal.INTERNAL_ERROR;
  }

  /** Logs a fault of the server, at most once a minute for each place it comes from. */
  public static void logFault(Throwable cause) {
    StackTraceElement[] stack = cause.getStackTrace();
    String where = stack.length == 0 ? "" : stack[0].toString();
    LINES
        .ask(cause.getClass().getName() + where)
        .ifPresent(
            leftOut ->
                LOG.log(
                    System.Logger.Level.ERROR,
                    leftOut == 0
                        ? "A request failed."
                        : "A request failed, as did " + leftOut + " in the minute before.",
                    cause));
  }

  /** Returns whether {@code thrown} says that a body could not be read, or an answer written. */
  public static boolean isOfClient(Throwable thrown) {
    Throwable cause =
        thrown instanceof ProcessingException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return cause instanceof IOException && !(cause instanceof FileSystemException);
  }

  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
