package dev.parley.war.bench;

import dev.parley.war.process.BridgeClient;
import dev.parley.war.process.ServerProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * E: from a bridge's start to the server's answer to {@code initialize}, and what it then holds.
 */
final class BridgeStart implements Workload {
  private static final int STARTS = 7;
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final String[] flags;
  private final Figure millis;
  private final Figure memory;
  private final Figure busy;

  private BridgeStart(String name, String... flags) {
    this.flags = flags;
    this.millis = Figure.atMost("E bridge" + name + ": start to initialize answered, ms", 200);
    this.memory = Figure.atMost("E bridge" + name + ": resident MB, in a room", 50);
    this.busy = Figure.told("E bridge" + name + ": CPU ms until then");
  }

  static BridgeStart plain() {
    return new BridgeStart("");
  }

  static BridgeStart withFlags() {
    return new BridgeStart(
        " with flags", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CICompilerCount=1");
  }

  @Override
  public String name() {
    return "E: bridge start " + String.join(" ", flags);
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings)) {
      once(settings, server, false);
      for (int start = 0; start < STARTS; start++) {
        once(settings, server, true);
      }
    }
    return List.of(millis, memory, busy);
  }

  private void once(BenchSettings settings, ServerProcess server, boolean keep) throws Exception {
    long begun = System.nanoTime();
    try (BridgeClient bridge = new BridgeClient(settings, server.url(), flags)) {
      bridge.begin();
      long answered = System.nanoTime();
      long cpu = bridge.figures().cpuMicros();
      bridge.join("start", "starter");
      LockSupport.parkNanos(SETTLE_NANOS);
      if (keep) {
        millis.add((answered - begun) / 1e6);
        busy.add(cpu / 1e3);
        memory.add(bridge.figures().residentKb() / 1024.0);
      }
    }
  }
}
