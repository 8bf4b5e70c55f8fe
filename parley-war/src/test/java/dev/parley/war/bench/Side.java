package dev.parley.war.bench;

import java.io.IOException;

/** One of two servers that are compared, with the load on it. */
final class Side implements AutoCloseable {
  private final ServerProcess server;
  private final Load load;
  private final ThreadCpu cpu;

  /** Starts a server and puts the load on it. */
  interface Starter {
    Side start() throws Exception;
  }

  private Side(ServerProcess server, Load load) {
    this.server = server;
    this.load = load;
    this.cpu = new ThreadCpu(server.pid());
  }

  /** Puts a load on a server, and takes both over. */
  static Side of(ServerProcess server, Load.Kind kind, BenchSettings settings) throws Exception {
    try {
      return new Side(server, kind.on(server, settings));
    } catch (Exception e) {
      server.close();
      throw e;
    }
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
    server.close();
  }
}
