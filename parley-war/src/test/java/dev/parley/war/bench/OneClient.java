package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import java.io.IOException;

/** The load of one client, which calls again and again on one connection. */
final class OneClient implements Load {

  /** The work of the client. */
  interface Work {
    /** Makes one call, or several that belong together. */
    void call() throws IOException;
  }

  private final KeepAlive line;
  private final Work work;

  /** The load of {@code work} on {@code line}, which it closes. */
  OneClient(KeepAlive line, Work work) {
    this.line = line;
    this.work = work;
  }

  @Override
  public long work(long nanos) throws IOException {
    long until = System.nanoTime() + nanos;
    long done = 0;
    while (System.nanoTime() < until) {
      work.call();
      done++;
    }
    return done;
  }

  @Override
  public void close() throws IOException {
    line.close();
  }
}
