package dev.parley.war.load;

import dev.parley.war.driver.EventCounter;
import dev.parley.war.driver.Wire;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the marks in the event streams, one stream for each agent, and checks them. */
final class Deliveries implements EventCounter {
  private final ChunkedText[] streams;
  private final StringBuilder[] marks;
  private final Map<Work, DeliveryChecker> checkers = new EnumMap<>(Work.class);
  private final Map<Work, Histogram> latencies = new EnumMap<>(Work.class);
  private final Map<Work, Long> inTime = new EnumMap<>(Work.class);
  private volatile long measuredFrom = System.nanoTime();

  Deliveries(int agents, int rooms) {
    this.streams = Stream.generate(ChunkedText::new).limit(agents).toArray(ChunkedText[]::new);
    this.marks = Stream.generate(StringBuilder::new).limit(agents).toArray(StringBuilder[]::new);
    for (Work kind : new Work[] {Work.MESSAGE, Work.POST}) {
      checkers.put(kind, new DeliveryChecker(agents, rooms));
      latencies.put(kind, new Histogram());
    }
  }

  DeliveryChecker checker(Work kind) {
    return checkers.get(kind);
  }

  Histogram latencies(Work kind) {
    return latencies.get(kind);
  }

  ChunkedText stream(int agent) {
    return streams[agent];
  }

  /** Begins to measure: the latencies of messages that were due before do not count. */
  void warmedUp() {
    measuredFrom = System.nanoTime();
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

  long missing() {
    return checkers.values().stream().mapToLong(DeliveryChecker::missing).sum();
  }
}
