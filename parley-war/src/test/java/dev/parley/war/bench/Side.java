package dev.parley.war.bench;

import dev.parley.war.process.ServerProcess;
import java.io.IOException;

/** One of two loads that are compared, and the CPU time of the server it is on. */
final class Side implements AutoCloseable {
  private final Load load;
  private final ThreadCpu cpu;

  private Side(Load load, ThreadCpu cpu) {
    this.load = load;
    this.cpu = cpu;
  }

  static Side of(ServerProcess server, Load.Kind kind, BenchSettings settings) throws Exception {
    return new Side(kind.on(server, settings), new ThreadCpu(server.pid()));
  }

  Slice slice(long nanos) throws Exception {
    load.prepare();
    cpu.sinceLast();
    long begun = System.nanoTime();
    long done = load.work(nanos);
    long took = System.nanoTime() - begun;
    return new Slice(done, took, cpu.sinceLast());
  }

  @Override
  public void close() throws IOException {
    load.close();
  }
}
