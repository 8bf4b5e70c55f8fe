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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

  private long left;
  private boolean full;

  /** Decides when a wait is over that takes nothing; null for a poll. */
  private final @Nullable ArrivalFilter filter;

  private PollSink(PageSize<Event> size, @Nullable ArrivalFilter filter) {
    this.size = size;
    this.left = size.budget();
    this.filter = filter;
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
      Reader reader,
      Supplier<OptionalLong> from,
      PageSize<Event> size,
      Duration maxWait,
      Executor executor,
      UnaryOperator<InboxBatch> recorded) {
    return begun(new PollSink(size, null), reader, from, maxWait, executor, recorded);
  }

  /**
   * Waits until {@code filter} accepts one of the next pushes of {@code reader}, replacing its
   * sink. Whatever is polled next begins where this began.
   */
  public static PollSink watching(
      Reader reader,
      Supplier<OptionalLong> from,
      ArrivalFilter filter,
      Duration maxWait,
      Executor executor) {
    PollSink watch = new PollSink(filter.size(), filter);
    return begun(watch, reader, from, maxWait, executor, UnaryOperator.identity());
  }

  private static PollSink begun(
      PollSink batch,
      Reader reader,
      Supplier<OptionalLong> from,
      Duration maxWait,
      Executor executor,
      UnaryOperator<InboxBatch> recorded) {
    SinkRegistration registration = reader.attach(batch, from, executor, true);
    CompletableFuture<Boolean> timeout =
        new CompletableFuture<Boolean>()
            .completeOnTimeout(true, maxWait.toMillis(), TimeUnit.MILLISECONDS);
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
      UnaryOperator<InboxBatch> recorded) {
    if (arrivals == null) {
      answer.completeExceptionally(Objects.requireNonNull(ended));
    } else if (!answer.isDone()) {
      try {
        answer.complete(recorded.apply(arrivals));
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

  /** Reports that the result did not arrive. */
  public void notReceived() {
    undelivered = true;
  }

  /** Returns true if the result is known not to have arrived. */
  public boolean isUndelivered() {
    return undelivered;
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
    if (filter != null) {
      filter.look(event);
    }
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
    boolean isOver =
        filter == null
            ? !messages.isEmpty() || !direct.isEmpty() || lost > 0
            : filter.hasAccepted();
    if (isOver || expired) {
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
