package dev.parley.engine.topic;

import dev.parley.event.Event;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Push;
import dev.parley.spi.SinkRegistration;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A sink that waits for a push that counts and takes none: whatever it has seen is still the next
 * push for the sink after it, at this node or at another one.
 */
public final class ArrivalSink implements MeasuringSink {
  private final ArrivalFilter filter;
  private final CompletableFuture<Boolean> arrived = new CompletableFuture<>();
  private boolean seen;
  private volatile boolean expired;

  private ArrivalSink(ArrivalFilter filter) {
    this.filter = filter;
  }

  /**
   * Waits for a push of {@code reader}, replacing its sink.
   *
   * @param from where to begin, asked once the sink before is cut
   * @param filter decides which push ends the wait
   * @return completed with true as soon as there is such a push; with false once {@code maxWait} is
   *     over or another sink has replaced this one
   */
  public static CompletableFuture<Boolean> of(
      ConnectionReader reader,
      Supplier<OptionalLong> from,
      ArrivalFilter filter,
      Duration maxWait,
      Executor executor) {
    ArrivalSink sink = new ArrivalSink(filter);
    SinkRegistration registration = reader.attach(sink, from, executor, true);
    CompletableFuture<Boolean> timeout =
        new CompletableFuture<Boolean>()
            .completeOnTimeout(true, maxWait.toMillis(), TimeUnit.MILLISECONDS);
    var unusedExpiry =
        timeout.thenRunAsync(
            () -> {
              sink.expired = true;
              registration.wake();
            },
            executor);
    var unusedEnd =
        sink.arrived.whenComplete(
            (isThere, ended) -> {
              registration.detach();
              timeout.cancel(false);
            });
    return sink.arrived;
  }

  @Override
  public void begin(long after) {
    filter.begin();
    seen = false;
  }

  @Override
  public boolean isReady() {
    return !arrived.isDone();
  }

  @Override
  public boolean isLooking() {
    return true;
  }

  @Override
  public boolean hasRoomFor(Event next) {
    seen = filter.accepts(next);
    return !seen;
  }

  @Override
  public void deliver(Push push) {
    // it was looked at, and does not count
  }

  @Override
  public void flush() {
    if (seen) {
      arrived.complete(true);
    } else if (expired) {
      arrived.complete(false);
    }
  }

  @Override
  public void cut(Cut why) {
    if (why == Cut.CLOSED) {
      arrived.completeExceptionally(new ParleyException(new ConnectionClosed()));
    } else {
      arrived.complete(false);
    }
  }
}
