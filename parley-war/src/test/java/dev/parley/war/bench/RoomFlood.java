package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.EventCounter;
import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.PreparedCall;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ProcFigures;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  private static final int MANY = 32;

  private final String name;
  private final boolean durable;
  private final int speakers;
  private final Figure deliveries;
  private final Figure serverCpu;
  private final Figure sends;
  private final Figure missing;
  private final Figure driverCpu;

  private RoomFlood(
      String name, boolean durable, int speakers, Figure deliveries, Figure serverCpu) {
    this.name = name;
    this.durable = durable;
    this.speakers = speakers;
    this.deliveries = deliveries;
    this.serverCpu = serverCpu;
    this.sends = Figure.told(name + " sends/s");
    this.missing = Figure.none(name + " deliveries missing or doubled");
    this.driverCpu = Figure.told(name + " driver CPU us per delivery");
  }

  static RoomFlood ofOneSpeaker() {
    return new RoomFlood(
        "A",
        false,
        1,
        Figure.atLeast("A deliveries/s", 80_000),
        Figure.atMost("A server CPU us per delivery", 12));
  }

  static RoomFlood ephemeral() {
    return ofMany("P, ephemeral room", false);
  }

  static RoomFlood durable() {
    return ofMany("P, durable room", true);
  }

  private static RoomFlood ofMany(String name, boolean durable) {
    return new RoomFlood(
        name,
        durable,
        MANY,
        Figure.told(name + ": deliveries/s"),
        Figure.told(name + ": server CPU us per delivery"));
  }

  @Override
  public String name() {
    return name + ": next send when the last was acknowledged, speakers: " + speakers;
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    long nanos = TimeUnit.SECONDS.toNanos(settings.seconds());
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address());
        Sending work = sending(server, settings)) {
      Sessions.warmUp(server, line);
      work.run(nanos);
      for (int run = 0; run < settings.runs(); run++) {
        keep(work.run(nanos));
      }
    }
    return List.of(deliveries, serverCpu, sends, missing, driverCpu);
  }

  /** Deliveries in a room of so many members. */
  Load load(ServerProcess server, BenchSettings settings) throws IOException {
    return sending(server, settings);
  }

  private Sending sending(ServerProcess server, BenchSettings settings) throws IOException {
    EventCounter counter = new MarkCounter();
    EventStreams streams = new EventStreams(counter, PAUSE_NANOS);
    List<Speaker> speaking = new ArrayList<>();
    try (KeepAlive line = new KeepAlive(server.address())) {
      List<BenchSession> members =
          Sessions.inOneRoom(server, line, streams, settings.members(), ROOM);
      streams.start();
      if (durable) {
        line.must(Wire.tool(server.address(), members.get(0), "parley_post", POST));
      }
      for (BenchSession member : members.subList(0, speakers)) {
        speaking.add(Speaker.of(server.address(), member));
      }
    }
    return new Sending(server, speaking, streams, counter);
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

  /** Whoever speaks, over a line of its own. */
  private record Speaker(KeepAlive line, PreparedCall send) {
    static Speaker of(InetSocketAddress address, BenchSession session) throws IOException {
      return new Speaker(
          new KeepAlive(address),
          Wire.tool(address, session, "send_message", Wire.message(ROOM, BODY_BYTES)));
    }

    /** Answers how often it spoke until {@code until}. */
    long speak(long until) throws IOException {
      long sent = 0;
      while (System.nanoTime() - until < 0) {
        line.must(send);
        sent++;
      }
      return sent;
    }
  }

  private record Sending(
      ServerProcess server, List<Speaker> speakers, EventStreams streams, EventCounter counter)
      implements Load {

    @Override
    public long work(long nanos) throws Exception {
      Outcome outcome = run(nanos);
      if (outcome.arrived != outcome.expected) {
        throw new IOException("of " + outcome.expected + " arrived " + outcome.arrived);
      }
      return outcome.arrived;
    }

    @Override
    public void close() throws IOException {
      for (Speaker speaker : speakers) {
        speaker.line.close();
      }
      streams.close();
    }

    /** From the first send to the last arrival. */
    Outcome run(long nanos) throws Exception {
      ProcFigures self = new ProcFigures(ProcessHandle.current().pid());
      long serverBefore = server.figures().cpuMicros();
      long selfBefore = self.cpuMicros();
      long before = counter.count();
      long begun = System.nanoTime();
      long sent = speak(begun + nanos);
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

    private long speak(long until) throws Exception {
      ExecutorService threads = Executors.newFixedThreadPool(speakers.size());
      try {
        List<Callable<Long>> all = new ArrayList<>();
        speakers.forEach(speaker -> all.add(() -> speaker.speak(until)));
        long sent = 0;
        for (Future<Long> one : threads.invokeAll(all)) {
          sent += one.get();
        }
        return sent;
      } finally {
        threads.shutdownNow();
      }
    }
  }
}
