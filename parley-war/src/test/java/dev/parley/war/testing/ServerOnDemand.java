package dev.parley.war.testing;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** One server for the tests of a class that ask for it; it starts when the first of them does. */
public final class ServerOnDemand implements AutoCloseable {
  private final Callable<RunningServer> start;
  private @Nullable RunningServer started;

  /** Makes one that {@code start} starts. */
  public ServerOnDemand(Callable<RunningServer> start) {
    this.start = start;
  }

  /** Returns the server, which is healthy. */
  public synchronized RunningServer get() {
    RunningServer known = started;
    if (known == null) {
      try {
        known = start.call();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      started = known;
    }
    return known;
  }

  /** Ends the server where one was started. */
  @Override
  public synchronized void close() {
    if (started != null) {
      started.close();
      started = null;
    }
  }
}
