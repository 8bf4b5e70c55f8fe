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

/** B: a full room in which somebody says something about ten times a second. */
final class RoomTalk implements Workload {
  private static final String ROOM = "talk";
  private static final int BODY_BYTES = 200;
  private static final double MESSAGES_A_SECOND = 9.5;
  private static final long LAST_ARRIVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int WARM_UP_MESSAGES = 1_000;

  private final Figure median = Figure.atMost("B send to receive: p50 ms", 5);
  private final Figure worst = Figure.atMost("B send to receive: p99 ms", 15);
  private final Figure missing = Figure.none("B deliveries missing or doubled");

  @Override
  public String name() {
    return "B: room, 9.5 messages a second";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    Latencies latencies = new Latencies();
    MarkTimes times = new MarkTimes(settings.members(), latencies);
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address());
        EventStreams streams = new EventStreams(times, 0)) {
      BenchSession sender =
          Sessions.inOneRoom(server, line, streams, settings.members(), ROOM).get(0);
      streams.start();
      PreparedCall send =
          Wire.tool(server.address(), sender, "send_message", Wire.message(ROOM, BODY_BYTES));
      int readers = streams.size() - 1;
      Sessions.warmUp(server, line);
      for (int i = 0; i < WARM_UP_MESSAGES; i++) {
        line.must(send);
      }
      await(times, (long) WARM_UP_MESSAGES * readers);
      for (int run = 0; run < settings.runs(); run++) {
        latencies.clear();
        long before = times.count();
        int messages = (int) (MESSAGES_A_SECOND * settings.seconds() * 2);
        long next = System.nanoTime();
        for (int i = 0; i < messages; i++) {
          pauseUntil(next);
          next += (long) (1e9 / MESSAGES_A_SECOND);
          line.must(send.stamp(System.nanoTime()));
        }
        long expected = (long) messages * readers;
        await(times, before + expected);
        missing.add((double) Math.abs(expected - (times.count() - before)));
        median.add(latencies.millisAt(0.5));
        worst.add(latencies.millisAt(0.99));
      }
    }
    return List.of(median, worst, missing);
  }

  private static void await(MarkTimes times, long count) {
    long giveUp = System.nanoTime() + LAST_ARRIVAL_NANOS;
    while (times.count() < count && System.nanoTime() < giveUp) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void pauseUntil(long nanoTime) {
    long left;
    while ((left = nanoTime - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }
}
