package dev.parley.engine.topic;

import dev.parley.engine.logging.Masking;
import dev.parley.event.Event;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.Telemetry;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The sink of a {@link ConnectionReader}, what it has taken so far, and since when it refuses. All
 * of it changes inside a drain of the reader, so by one thread at a time.
 */
final class AttachedSink {
  private static final System.Logger LOG = System.getLogger(AttachedSink.class.getName());

  private final Sink sink;
  private final @Nullable MeasuringSink measuring;
  private final Executor executor;
  private final boolean resumable;
  private final Telemetry telemetry;
  private boolean begun;
  private long begunAfter;

  /** The time by {@link System#nanoTime} since when it refuses everything; 0 if it does not. */
  private volatile long refusingSince;

  /**
   * Makes a sink that has taken nothing.
   *
   * @param executor the executor of the drain
   * @param resumable whether pushes are remembered, to be delivered again
   * @param telemetry observes the deliveries
   */
  AttachedSink(Sink sink, Executor executor, boolean resumable, Telemetry telemetry) {
    this.sink = sink;
    this.measuring = sink instanceof MeasuringSink measured ? measured : null;
    this.executor = executor;
    this.resumable = resumable;
    this.telemetry = telemetry;
  }

  Sink sink() {
    return sink;
  }

  Executor executor() {
    return executor;
  }

  boolean isResumable() {
    return resumable;
  }

  /** Begins the sink after push {@code newest}, unless it has begun. */
  void beginOnce(long newest) {
    if (!begun) {
      begun = true;
      sink.begin(newest);
    }
  }

  /**
   * Begins a sink that measures after push {@code newest}, which needs no thread of its own. One
   * that is replaced at once knows where it was, too.
   */
  void beginMeasuring(long newest) {
    if (measuring != null) {
      begun = true;
      begunAfter = newest;
      measuring.begin(begunAfter);
    }
  }

  /** Returns true if it only looks and has passed a push, given the {@code newest}. */
  boolean hasPassed(long newest) {
    return measuring != null && measuring.isLooking() && newest > begunAfter;
  }

  /** Returns the push after which it began. */
  long begunAfter() {
    return begunAfter;
  }

  boolean isReady() {
    return sink.isReady();
  }

  boolean takes(Event next) {
    return sink.isReady() && (measuring == null || measuring.hasRoomFor(next));
  }

  /** Passes a push to the sink. One that only looks is no delivery. */
  void deliver(Push push) {
    sink.deliver(push);
    if (measuring == null || !measuring.isLooking()) {
      telemetry.delivered(push.event(), measuring != null);
    }
  }

  /** Records that it took something. */
  void tookSome() {
    refusingSince = 0;
  }

  /** Records that it takes no more. */
  void refused() {
    if (refusingSince == 0) {
      refusingSince = System.nanoTime();
    }
  }

  /** Ends the sink; a failure of it is ignored. */
  void cut(Sink.Cut why) {
    try {
      sink.cut(why);
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "A sink failed while it was being cut; ignored.",
          Masking.trace(e));
    }
  }

  /** Returns the time since when it refuses everything; 0 if it does not. */
  long refusingSince() {
    return refusingSince;
  }

  /** Returns true if it has refused everything for {@code deadline}. */
  boolean hasRefusedFor(Duration deadline) {
    long since = refusingSince;
    return since != 0 && System.nanoTime() - since > deadline.toNanos();
  }
}
