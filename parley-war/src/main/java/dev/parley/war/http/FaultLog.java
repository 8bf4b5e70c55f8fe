package dev.parley.war.http;

import dev.parley.engine.logging.Masking;
import jakarta.ws.rs.ProcessingException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * The log lines of requests that failed, without credentials, and a bounded number of them for each
 * cause.
 */
public final class FaultLog {
  private static final System.Logger LOG = System.getLogger(FaultLog.class.getName());
  private static final LogLimiter LINES = new LogLimiter();

  private FaultLog() {}

  /** Logs that a client went away in the middle, at most once a minute. */
  public static void brokenOff(Throwable cause) {
    LINES.log(
        LOG,
        System.Logger.Level.INFO,
        "client",
        "A client broke off its request: " + Masking.message(cause));
  }

  /** Logs a fault of the server, at most once a minute for each place it comes from. */
  public static void log(Throwable cause) {
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
                    Masking.trace(cause)));
  }

  /** Returns whether {@code thrown} says that a body could not be read, or an answer written. */
  public static boolean isOfClient(Throwable thrown) {
    Throwable cause =
        thrown instanceof ProcessingException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return cause instanceof IOException && !(cause instanceof FileSystemException);
  }
}
