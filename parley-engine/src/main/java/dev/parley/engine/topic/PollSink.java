package dev.parley.engine.topic;

import dev.parley.agent.InboxBatch;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.page.PageSize;
import dev.parley.problem.ConnectionClosed;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Push;
import dev.parley.spi.SinkRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A sink for the result of one poll: it takes the events there are, or else the first that arrives,
 * and then no more. The drain also decides when the wait ends, so every push taken is in the
 * result. Events without room wait for the next poll. Where the result is cancelled or does not
 * arrive, the next poll begins where this one began.
 */
public final class PollSink implements MeasuringSink {
  private final PageSize<Event> size;
  private final CompletableFuture<InboxBatch> taken = new CompletableFuture<>();
  private final CompletableFuture<InboxBatch> answer = new CompletableFuture<>();
  private final List<Message> messages = new ArrayList<>();
  private final List<SessionMessage> direct = new ArrayList<>();
  private long lost;
  private long number;
  private volatile long begunAfter = -1;
  private volatile boolean expired;
  private volatile boolean undelivered;
  private volatile boolean isRecorded;
  private final CompletableFuture<Boolean> timeout = new CompletableFuture<>();

  private long left;
  private boolean full;

  private PollSink(PageSize<Event> size) {
    this.size = size;
    this.left = size.budget();
  }

  /**
   * Takes the next pushes of {@code reader}, replacing its sink. Cancelling the result ends the
   * wait.
   *
   * @param from where to begin, asked once the sink before is cut
   * @param size the size of the result
   * @param recorded records the events taken, unless the poll was cancelled before
   */
  public static PollSink of(
      ConnectionReader reader,
      Supplier<OptionalLong> from,
      PageSize<Event> size,
      Duration maxWait,
      Executor executor,
      BiFunction<PollSink, InboxBatch, InboxBatch> recorded) {
    PollSink batch = new PollSink(size);
    SinkRegistration registration = reader.attach(batch, from, executor, true);
    CompletableFuture<Boolean> timeout =
        batch.timeout.completeOnTimeout(true, maxWait.toMillis(), TimeUnit.MILLISECONDS);
    var unusedExpiry =
        timeout.thenRunAsync(
            () -> {
              batch.expired = true;
              registration.wake();
            },
            executor);
    var unusedEnd =
        batch.taken.whenComplete(
            (arrivals, ended) -> {
              registration.detach();
              timeout.cancel(false);
              batch.end(arrivals, ended, recorded);
            });
    var unusedCancel =
        batch.answer.whenComplete(
            (arrivals, ended) -> {
              if (batch.answer.isCancelled()) {
                batch.undelivered = true;
                timeout.complete(true);
              }
            });
    return batch;
  }

  private void end(
      @Nullable InboxBatch arrivals,
      @Nullable Throwable ended,
      BiFunction<PollSink, InboxBatch, InboxBatch> recorded) {
    if (arrivals == null) {
      answer.completeExceptionally(Objects.requireNonNull(ended));
    } else if (!answer.isDone()) {
      try {
        InboxBatch result = recorded.apply(this, arrivals);
        isRecorded = true;
        answer.complete(result);
      } catch (RuntimeException notRecorded) {
        undelivered = true;
        answer.completeExceptionally(notRecorded);
      }
    }
  }

  /** Returns the result, completed with the events taken. */
  public CompletableFuture<InboxBatch> answer() {
    return answer;
  }

  /** Ends the wait, as if its time were over. */
  public void expire() {
    timeout.complete(true);
  }

  /** Returns true if nobody got the result: it was cancelled, or could not be recorded. */
  public boolean isUndelivered() {
    return undelivered;
  }

  /** Returns true if the result was recorded. */
  public boolean isRecorded() {
    return isRecorded;
  }

  /** Returns the number before the first push taken; empty where it never began. */
  public OptionalLong begunAfter() {
    long after = begunAfter;
    return after < 0 ? OptionalLong.empty() : OptionalLong.of(after);
  }

  @Override
  public void begin(long after) {
    number = after;
    begunAfter = after;
  }

  @Override
  public boolean isReady() {
    return count() < size.limit() && !full && !taken.isDone();
  }

  /** Ends the batch at an event without room; later events would overtake it otherwise. */
  @Override
  public boolean hasRoomFor(Event next) {
    if (next instanceof MessagesLost) {
      return true;
    }
    long weight = size.weight().applyAsLong(next);
    full = weight > left && count() > 0;
    left -= weight;
    return !full;
  }

  private int count() {
    return messages.size() + direct.size();
  }

  @Override
  public void deliver(Push push) {
    number = push.number();
    Event event = push.event();
    if (event instanceof MessageArrived arrived) {
      messages.add(arrived.message());
    } else if (event instanceof DirectArrived arrived) {
      direct.add(arrived.message());
    } else if (event instanceof MessagesLost gone) {
      lost += gone.count();
    }
  }

  @Override
  public void flush() {
    if (!messages.isEmpty() || !direct.isEmpty() || lost > 0 || expired) {
      complete();
    }
  }

  @Override
  public void cut(Cut why) {
    if (why == Cut.CLOSED) {
      taken.completeExceptionally(new ParleyException(new ConnectionClosed()));
    } else {
      complete();
    }
  }

  private void complete() {
    taken.complete(new InboxBatch(messages, direct, lost, number));
  }
}
