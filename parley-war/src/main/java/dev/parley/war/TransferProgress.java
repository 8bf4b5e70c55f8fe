package dev.parley.war;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/** Lines on the standard error about how far a long command is, at most one in two seconds. */
final class TransferProgress {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String verb;
  private final PrintStream to;
  private long rows;
  private long last = System.nanoTime();

  /**
   * Progress of one command.
   *
   * @param verb the beginning of a line, for example {@code exported}
   */
  TransferProgress(String verb, PrintStream to) {
    this.verb = verb;
    this.to = to;
  }

  /** Counts a row. */
  void row(String table) {
    rows++;
    long now = System.nanoTime();
    if (now - last > EVERY_NANOS) {
      last = now;
      to.println(verb + " " + rows + " rows, now of " + table);
    }
  }

  long rows() {
    return rows;
  }
}
