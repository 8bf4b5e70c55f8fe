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
 * A sink for one answer: it takes what there is at once, or the first that comes, and then no more.
 * When patience ends is decided by the drain as well, so no push is taken and not answered with.
 * What it has no room for waits for the next. The answer may be cancelled, or not arrive: whoever
 * comes next then begins where it began.
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

  private PollSink(PageSize<Event> size) {
    this.size = size;
    this.left = size.budget();
  }

  /**
   * Takes the next pushes of {@code reader}, in place of whoever took them before. Cancelling its
   * answer ends the patience.
   *
   * @param from where to begin, asked once whoever was before is cut
   * @param size the size of the answer
   * @param noted passes what was taken, unless it was cancelled before
   */
  public static PollSink of(
      Reader reader,
      Supplier<OptionalLong> from,
      PageSize<Event> size,
      Duration patience,
      Executor drains,
      UnaryOperator<InboxBatch> noted) {
    PollSink batch = new PollSink(size);
    SinkRegistration place = reader.attach(batch, from, drains, true);
    CompletableFuture<Boolean> patienceEnds =
        new CompletableFuture<Boolean>()
            .completeOnTimeout(true, patience.toMillis(), TimeUnit.MILLISECONDS);
    var unusedExpiry =
        patienceEnds.thenRunAsync(
            () -> {
              batch.expired = true;
              place.wake();
            },
            drains);
    var unusedEnd =
        batch.taken.whenComplete(
            (arrivals, ended) -> {
              place.detach();
              patienceEnds.cancel(false);
              batch.end(arrivals, ended, noted);
            });
    var unusedCancel =
        batch.answer.whenComplete(
            (arrivals, ended) -> {
              if (batch.answer.isCancelled()) {
                batch.undelivered = true;
                patienceEnds.complete(true);
              }
            });
    return batch;
  }

  private void end(
      @Nullable InboxBatch arrivals, @Nullable Throwable ended, UnaryOperator<InboxBatch> noted) {
    if (arrivals == null) {
      answer.completeExceptionally(Objects.requireNonNull(ended));
    } else if (!answer.isDone()) {
      try {
        answer.complete(noted.apply(arrivals));
      } catch (RuntimeException notNoted) {
        undelivered = true;
        answer.completeExceptionally(notNoted);
      }
    }
  }

  /** Completed with what was taken. */
  public CompletableFuture<InboxBatch> answer() {
    return answer;
  }

  /** Notes that the answer did not arrive. */
  public void notReceived() {
    undelivered = true;
  }

  /** Whether the answer is known not to have arrived. */
  public boolean isUndelivered() {
    return undelivered;
  }

  /** The number before the first push that was taken; empty where it never began. */
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

  /** An event without room ends the batch, or what follows it would come before it. */
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
