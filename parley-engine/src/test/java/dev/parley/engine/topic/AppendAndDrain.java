package dev.parley.engine.topic;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.Event;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.Telemetry;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The topic core alone, on one thread: no rows, no backend, no threads to hand over to. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class AppendAndDrain {
  private static final int READERS = 200;
  private static final int BATCH = 64;

  private final HandCrank crank = new HandCrank();
  private final Talk unread = new Talk("unread", 1024);
  private final Talk read = new Talk("read", 1024);
  private final Counting sink = new Counting();

  /** Readers that remember their pushes, as those of a network do. */
  @Setup
  public void follow() {
    for (int i = 0; i < READERS; i++) {
      ConnectionReader reader =
          new ConnectionReader(Talk.connection("reader-" + i), 1024, Telemetry.NONE);
      reader.attach(sink, OptionalLong.empty(), crank, true);
      read.topic.follow(reader);
    }
    crank.turn();
  }

  /** A message more in a topic nobody reads. */
  @Benchmark
  public void append() {
    unread.says("bob", "hello");
  }

  /** A message on its way to one of 200 readers. */
  @Benchmark
  @OperationsPerInvocation(BATCH * READERS)
  public long deliver() {
    for (int i = 0; i < BATCH; i++) {
      read.says("bob", "hello");
    }
    crank.turn();
    return sink.taken;
  }

  private static final class Counting implements Sink {
    private long taken;

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {
      Event event = push.event();
      if (event.kind() == Event.Kind.MESSAGE_ARRIVED) {
        taken++;
      }
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {}
  }
}
