package dev.parley.war.bench;

import dev.parley.war.driver.BenchSession;
import dev.parley.war.driver.EventStreams;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** G: thousands of event streams that say nothing. */
final class IdleStreams implements Workload {
  /** One address has 2,500 sessions at most, and all have 5,000, unless a server is started so. */
  private static final String[] MORE_SESSIONS = {
    "--max-mcp-sessions", "10000", "--max-mcp-sessions-each", "10000"
  };

  private static final int STREAMS = Integer.getInteger("parley.bench.idle", 5_000);
  private static final int ROOM_SIZE = 10;
  private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** G1 has one such line, and the serial collector one for each generation. */
  private static final Pattern HEAP_USED =
      Pattern.compile("(?:heap|generation)\\s+total \\d+K, used (\\d+)K");

  private final boolean joined;
  private final Figure resident;
  private final Figure heap;
  private final Figure threads;
  private final Figure alive;

  private IdleStreams(String name, boolean joined) {
    this.joined = joined;
    this.resident = Figure.atMost("G " + name + ": resident kB per stream", 20);
    this.heap = Figure.atMost("G " + name + ": live heap kB per stream", 20);
    this.threads = Figure.atMost("G " + name + ": threads more than before", 16);
    this.alive = Figure.none("G " + name + ": streams cut");
  }

  static IdleStreams inNoRoom() {
    return new IdleStreams("5,000 idle streams", false);
  }

  static IdleStreams inRoomsOfTen() {
    return new IdleStreams("5,000 idle streams, rooms of 10", true);
  }

  @Override
  public String name() {
    return "G: idle event streams" + (joined ? ", each in a room of ten" : "");
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    MarkCounter counter = new MarkCounter();
    try (ServerProcess server = ServerProcess.start(settings, MORE_SESSIONS);
        KeepAlive line = new KeepAlive(server.address());
        EventStreams streams = new EventStreams(counter, 0)) {
      // The first few load classes and fill pools: they are not what one more stream costs.
      open(server, line, streams, settings.members());
      Held before = held(server);
      open(server, line, streams, STREAMS);
      streams.start();
      LockSupport.parkNanos(SETTLE_NANOS);
      Held after = held(server);
      resident.add((double) (after.residentKb - before.residentKb) / STREAMS);
      heap.add((double) (after.heapKb - before.heapKb) / STREAMS);
      threads.add((double) (after.threads - before.threads));
      alive.add((double) streams.ended());
      System.out.println("    before " + before + ", after " + after);
    }
    return List.of(resident, heap, threads, alive);
  }

  private void open(ServerProcess server, KeepAlive line, EventStreams streams, int count)
      throws IOException {
    Sessions sessions = new Sessions(server, line);
    for (int i = 0; i < count; i++) {
      BenchSession session = sessions.begin();
      streams.open(server.address(), Wire.listen(server.address(), session));
      if (joined) {
        sessions.join(session, "room-" + count + "-" + i / ROOM_SIZE);
      }
    }
  }

  private record Held(long residentKb, long heapKb, long threads) {}

  private static Held held(ServerProcess server) throws IOException {
    server.jcmd("GC.run");
    String info = server.jcmd("GC.heap_info");
    List<Long> used =
        HEAP_USED.matcher(info).results().map(line -> Long.valueOf(line.group(1))).toList();
    if (used.isEmpty()) {
      throw new IOException("no heap size in " + info);
    }
    long heap = used.stream().mapToLong(Long::longValue).sum();
    return new Held(server.figures().residentKb(), heap, server.figures().threads());
  }
}
