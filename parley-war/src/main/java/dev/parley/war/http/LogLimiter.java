package dev.parley.war.http;

import dev.parley.engine.concurrent.BoundedMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Bounds the log lines that clients can cause: one a minute for each cause. The causes asked for
 * last are known, at most {@value #MAX_CAUSES} of them. For any thread.
 */
public final class LogLimiter {
  static final int MAX_CAUSES = 200;
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanos;
  private final Map<String, Line> lines = new BoundedMap<>(MAX_CAUSES);

  private static final class Line {
    private long writtenAt;
    private long leftOut;
  }

  /** A limiter on the clock of the machine. */
  public LogLimiter() {
    this(System::nanoTime);
  }

  LogLimiter(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Asks for a line.
   *
   * @param cause names what happened, for example a class of failures at an address
   * @return how many lines of this cause were left out since its last; empty where this one is too
   */
  public OptionalLong ask(String cause) {
    long now = nanos.getAsLong();
    synchronized (lines) {
      Line line = lines.get(cause);
      if (line == null) {
        line = new Line();
        line.writtenAt = now;
        lines.put(cause, line);
        return OptionalLong.of(0);
      }
      if (now - line.writtenAt < PAUSE_NANOS) {
        line.leftOut++;
        return OptionalLong.empty();
      }
      line.writtenAt = now;
      long leftOut = line.leftOut;
      line.leftOut = 0;
      return OptionalLong.of(leftOut);
    }
  }

  /** Writes {@code sentence} to {@code log} at the level, unless its cause had a line lately. */
  public void log(System.Logger log, System.Logger.Level level, String cause, String sentence) {
    ask(cause)
        .ifPresent(
            leftOut ->
                log.log(
                    level,
                    leftOut == 0
                        ? sentence
                        : sentence + " (" + leftOut + " more in the minute before)"));
  }

  /** Returns the number of known causes. */
  int causes() {
    synchronized (lines) {
      return lines.size();
    }
  }
}
