package dev.parley.war.load;

import dev.parley.war.driver.EventCounter;
import dev.parley.war.driver.Wire;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Reads the marks in the event streams, one stream for each agent, and checks them. */
public final class Deliveries implements EventCounter {
  private static final long LAST_ARRIVAL_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ChunkedText[] streams;
  private final StringBuilder[] marks;
  private final Map<Work, DeliveryChecker> checkers = new EnumMap<>(Work.class);
  private final Map<Work, Histogram> latencies = new EnumMap<>(Work.class);
  private final Map<Work, Long> inTime = new EnumMap<>(Work.class);
  private final EventIds ids;
  private volatile long measuredFrom = System.nanoTime();

  Deliveries(int agents, int rooms) {
    this.streams = Stream.generate(ChunkedText::new).limit(agents).toArray(ChunkedText[]::new);
    this.marks = Stream.generate(StringBuilder::new).limit(agents).toArray(StringBuilder[]::new);
    this.ids = new EventIds(agents);
    for (Work kind : new Work[] {Work.MESSAGE, Work.POST}) {
      checkers.put(kind, new DeliveryChecker(agents, rooms));
      latencies.put(kind, new Histogram());
    }
  }

  public DeliveryChecker checker(Work kind) {
    return checkers.get(kind);
  }

  public Histogram latencies(Work kind) {
    return latencies.get(kind);
  }

  ChunkedText stream(int agent) {
    return streams[agent];
  }

  /** Makes ready for another stream of an agent, which goes on after the last event of this one. */
  void reopen(int agent) {
    streams[agent] = new ChunkedText();
    marks[agent].setLength(0);
    ids.reopen(agent);
  }

  /** The id of the last event of an agent's stream; empty before the first. */
  String lastEventId(int agent) {
    return ids.last(agent);
  }

  /** Begins to measure: the latencies of messages that were due before do not count. */
  void warmedUp() {
    measuredFrom = System.nanoTime();
    latencies.values().forEach(Histogram::clear);
  }

  /** Begins another interval of latencies, whatever time its messages were due at. */
  public void nextInterval() {
    latencies.values().forEach(Histogram::clear);
  }

  /** Ends the time for which deliveries per second are counted. */
  void ended() {
    latencies.forEach((kind, times) -> inTime.put(kind, times.size()));
  }

  /** Measured messages that arrived before the end. */
  long inTime(Work kind) {
    return inTime.getOrDefault(kind, 0L);
  }

  @Override
  public void take(int stream, ByteBuffer read) {
    long now = System.nanoTime();
    while (read.hasRemaining()) {
      int next = streams[stream].take(read.get());
      if (next != ChunkedText.NONE) {
        takeContent(stream, (char) next, now);
      }
    }
  }

  private void takeContent(int stream, char next, long now) {
    ids.take(stream, next);
    StringBuilder mark = marks[stream];
    if (next == Wire.MARK) {
      mark.setLength(0);
      mark.append(next);
    } else if (!mark.isEmpty()) {
      mark.append(next);
      if (mark.length() == 1 + Mark.LENGTH) {
        takeMark(stream, mark.substring(1), now);
        mark.setLength(0);
      }
    }
  }

  private void takeMark(int stream, String text, long now) {
    Mark mark;
    try {
      mark = Mark.parse(text);
    } catch (NumberFormatException e) {
      // the character stands in something else
      return;
    }
    if (mark.dueNanos() - measuredFrom >= 0) {
      latencies.get(mark.kind()).record(now - mark.dueNanos());
    }
    checkers.get(mark.kind()).received(stream, mark.sender(), mark.number());
  }

  @Override
  public long count() {
    return checkers.values().stream().mapToLong(DeliveryChecker::delivered).sum();
  }

  public long missing() {
    return checkers.values().stream().mapToLong(DeliveryChecker::missing).sum();
  }

  /** Waits until nothing is missing, or nothing has arrived for a while. */
  public void awaitAll() {
    long last = count();
    long since = System.nanoTime();
    while (missing() > 0 && System.nanoTime() - since < LAST_ARRIVAL_NANOS) {
      LockSupport.parkNanos(PAUSE_NANOS);
      long count = count();
      since = count == last ? since : System.nanoTime();
      last = count;
    }
  }
}
