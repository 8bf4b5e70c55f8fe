package dev.parley.war.soak;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import dev.parley.war.load.Counters;
import dev.parley.war.load.Deliveries;
import dev.parley.war.load.Histogram;
import dev.parley.war.load.Work;
import dev.parley.war.process.ProcFigures;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes the samples of one life, in the thread that makes the calls. */
final class Sampler implements AutoCloseable {
  static final int SECONDS = 10;

  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);
  private static final Pattern HEAP =
      Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\"\\} ([0-9.E]+)");

  private final Life life;
  private final ServerProcess server;
  private final ProcFigures figures;
  private final Counters counters;
  private final Deliveries deliveries;
  private final KeepAlive line;
  private final long begun = System.nanoTime();
  private long last = begun;
  private long due = begun + PERIOD_NANOS;
  private long answered;
  private long cpuMicros;

  Sampler(Life life, ServerProcess server, Counters counters, Deliveries deliveries)
      throws IOException {
    this.life = life;
    this.server = server;
    this.figures = server.figures();
    this.counters = counters;
    this.deliveries = deliveries;
    this.line = new KeepAlive(server.address());
    this.answered = counters.answered();
    this.cpuMicros = figures.cpuMicros();
    clear();
  }

  /** Takes a sample where one is due; returns true where it did. */
  boolean sampleIfDue() {
    long now = System.nanoTime();
    if (now < due) {
      return false;
    }
    double seconds = (now - last) / 1e9;
    long calls = counters.answered();
    long cpu = figures.cpuMicros();
    life.add(
        new Sample(
            (due - begun) / 1e9,
            figures.residentKb(),
            heapKb(),
            figures.descriptors(),
            figures.threads(),
            (cpu - cpuMicros) / 1e6 / seconds,
            (calls - answered) / seconds,
            dataKb(),
            latencies()));
    last = now;
    due += PERIOD_NANOS;
    answered = calls;
    cpuMicros = cpu;
    clear();
    return true;
  }

  @Override
  public void close() throws IOException {
    line.close();
  }

  private void clear() {
    counters.warmedUp();
    deliveries.nextInterval();
  }

  private Map<String, Sample.Latency> latencies() {
    Map<String, Sample.Latency> latencies = new TreeMap<>();
    for (Work work : Work.values()) {
      put(latencies, work.title(), counters.of(work));
      if (work.isDelivered()) {
        put(latencies, work.title() + ", deliveries", deliveries.latencies(work));
      }
    }
    latencies.remove(Work.START.title());
    return latencies;
  }

  private static void put(Map<String, Sample.Latency> all, String kind, Histogram times) {
    all.put(kind, new Sample.Latency(times.millisAt(0.5), times.millisAt(0.99)));
  }

  private long heapKb() {
    try {
      line.ask(Wire.get(server.address(), "/metrics", ""));
      Matcher heap = HEAP.matcher(line.answer().body());
      return heap.find() ? (long) (Double.parseDouble(heap.group(1)) / 1024) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  private long dataKb() {
    try (Stream<Path> files = Files.walk(server.data())) {
      return files.mapToLong(Sampler::size).sum() / 1024;
    } catch (IOException | UncheckedIOException e) {
      return -1;
    }
  }

  /** Zero where the file was deleted meanwhile. */
  private static long size(Path file) {
    return file.toFile().isFile() ? file.toFile().length() : 0;
  }
}
