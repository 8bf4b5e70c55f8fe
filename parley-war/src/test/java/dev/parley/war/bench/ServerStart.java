package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** F: from a server's start to healthy, and what it holds with a full room connected. */
final class ServerStart implements Workload {
  private static final int WARM_SENDS = 2_000;
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<String> flags;
  private final Figure seconds;
  private final Figure busy;
  private final Figure idle;
  private final Figure used;

  private ServerStart(String name, String... flags) {
    this.flags = List.of(flags);
    this.seconds = Figure.atMost("F server" + name + ": start to healthy, s", 3);
    this.busy = Figure.told("F server" + name + ": CPU s until then");
    this.idle = Figure.atMost("F server" + name + ": resident MB, 200 connections", 220);
    this.used = Figure.told("F server" + name + ": resident MB, after 2,000 messages to them");
  }

  static ServerStart plain() {
    return new ServerStart("");
  }

  static ServerStart serial() {
    return new ServerStart(" -XX:+UseSerialGC", "-XX:+UseSerialGC");
  }

  static ServerStart small() {
    return new ServerStart(
        " -XX:+UseSerialGC -Xmx96m -Xss512k", "-XX:+UseSerialGC", "-Xmx96m", "-Xss512k");
  }

  @Override
  public String name() {
    return "F: server start " + String.join(" ", flags);
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    BenchSettings flagged =
        flags.isEmpty() ? settings : settings.withFlags(flags.toArray(String[]::new));
    ServerProcess.start(flagged).close();
    for (int run = 0; run < settings.runs(); run++) {
      once(flagged);
    }
    return List.of(seconds, busy, idle, used);
  }

  private void once(BenchSettings settings) throws Exception {
    MarkCounter counter = new MarkCounter();
    try (ServerProcess server = ServerProcess.start(settings)) {
      seconds.add(server.millisToHealthy() / 1e3);
      busy.add(server.figures().cpuMicros() / 1e6);
      try (KeepAlive line = new KeepAlive(server.address());
          EventStreams streams = new EventStreams(counter, 0)) {
        BenchSession sender =
            Sessions.inOneRoom(server, line, streams, settings.members(), "f").get(0);
        streams.start();
        LockSupport.parkNanos(SETTLE_NANOS);
        idle.add(server.figures().residentKb() / 1024.0);
        PreparedCall send =
            Wire.tool(server.address(), sender, "send_message", Wire.message("f", 200));
        for (int i = 0; i < WARM_SENDS; i++) {
          line.must(send);
        }
        LockSupport.parkNanos(SETTLE_NANOS);
        used.add(server.figures().residentKb() / 1024.0);
      }
    }
  }
}
