package dev.parley.war.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A and P: one sender, the next send when the last was acknowledged, a room full of readers; in P
 * it is a durable room.
 */
final class RoomFlood implements Workload {
  private static final String ROOM = "flood";
  private static final String POST = "{\"topic\":\"" + ROOM + "\",\"content\":\"first\"}";
  private static final int BODY_BYTES = 200;
  static final long PAUSE_NANOS = 300_000;
  private static final long LAST_ARRIVAL_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final String letter;
  private final boolean durable;
  private final Figure deliveries;
  private final Figure serverCpu;
  private final Figure sends;
  private final Figure missing;
  private final Figure driverCpu;

  private RoomFlood(String letter, boolean durable) {
    this.letter = letter;
    this.durable = durable;
    sends = Figure.told(letter + " sends/s");
    missing = Figure.none(letter + " deliveries missing or doubled");
    driverCpu = Figure.told(letter + " driver CPU us per delivery");
    deliveries =
        durable
            ? Figure.told("P deliveries/s, durable room")
            : Figure.atLeast("A deliveries/s", 80_000);
    serverCpu =
        durable
            ? Figure.told("P server CPU us per delivery")
            : Figure.atMost("A server CPU us per delivery", 12);
  }

  static RoomFlood ephemeral() {
    return new RoomFlood("A", false);
  }

  static RoomFlood durable() {
    return new RoomFlood("P", true);
  }

  @Override
  public String name() {
    return letter
        + (durable ? ": durable room" : ": room")
        + ", next send when the last was acknowledged";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    EventCounter counter = new MarkCounter();
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address());
        EventStreams streams = new EventStreams(counter, PAUSE_NANOS)) {
      String sender =
          Sessions.inOneRoom(server.address(), line, streams, settings.members(), ROOM).get(0);
      streams.start();
      if (durable) {
        line.must(Wire.tool(server.address(), sender, "parley_post", POST));
      }
      PreparedCall send =
          Wire.tool(server.address(), sender, "send_message", Wire.message(ROOM, BODY_BYTES));
      Sending work = new Sending(server, line, streams, counter, send);
      Sessions.warmUp(server.address(), line);
      work.run(settings.seconds());
      for (int run = 0; run < settings.runs(); run++) {
        keep(work.run(settings.seconds()));
      }
    }
    return List.of(deliveries, serverCpu, sends, missing, driverCpu);
  }

  private void keep(Outcome outcome) {
    deliveries.add(outcome.arrived / outcome.seconds);
    serverCpu.add((double) outcome.serverMicros / outcome.arrived);
    sends.add(outcome.sent / outcome.seconds);
    missing.add((double) Math.abs(outcome.expected - outcome.arrived));
    driverCpu.add((double) outcome.driverMicros / outcome.arrived);
  }

  private record Outcome(
      long sent,
      long expected,
      long arrived,
      double seconds,
      long serverMicros,
      long driverMicros) {}

  private record Sending(
      ServerProcess server,
      KeepAlive line,
      EventStreams streams,
      EventCounter counter,
      PreparedCall send) {

    /** From the first send to the last arrival. */
    Outcome run(int seconds) throws IOException {
      ProcFigures self = new ProcFigures(ProcessHandle.current().pid());
      long serverBefore = server.figures().cpuMicros();
      long selfBefore = self.cpuMicros();
      long before = counter.count();
      long begun = System.nanoTime();
      long until = begun + TimeUnit.SECONDS.toNanos(seconds);
      long sent = 0;
      while (System.nanoTime() < until) {
        line.must(send);
        sent++;
      }
      long expected = sent * (streams.size() - 1);
      long giveUp = System.nanoTime() + LAST_ARRIVAL_NANOS;
      while (counter.count() - before < expected && System.nanoTime() < giveUp) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      double took = (System.nanoTime() - begun) / 1e9;
      return new Outcome(
          sent,
          expected,
          counter.count() - before,
          took,
          server.figures().cpuMicros() - serverBefore,
          self.cpuMicros() - selfBefore);
    }
  }
}
