package dev.parley.engine.topic;

import dev.parley.ParleyException;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.message.Arrivals;
import dev.parley.message.Message;
import dev.parley.problem.ConnectionClosed;
import dev.parley.session.SessionMessage;
import dev.parley.spi.Attachment;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A sink for one answer: it takes what there is at once, or the first that comes, and then no more.
 * When patience ends is decided by the drain as well, so no push is taken and not answered with.
 */
public final class OneBatch implements Sink {
  private final int limit;
  private final CompletableFuture<Arrivals> answer = new CompletableFuture<>();
  private final List<Message> messages = new ArrayList<>();
  private final List<SessionMessage> direct = new ArrayList<>();
  private long lost;
  private long number;
  private volatile boolean expired;

  private OneBatch(int limit) {
    this.limit = limit;
  }

  /**
   * Takes the next pushes of {@code reader}, in place of whoever took them before. Cancelling what
   * it returns ends the patience.
   *
   * @param noted passes what was taken, unless it was cancelled before
   */
  public static CompletableFuture<Arrivals> of(
      Reader reader,
      OptionalLong received,
      int limit,
      Duration patience,
      Executor drains,
      UnaryOperator<Arrivals> noted) {
    OneBatch batch = new OneBatch(limit);
    Attachment place = reader.attach(batch, received, drains, true);
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
        batch.answer.whenComplete(
            (arrivals, ended) -> {
              place.detach();
              patienceEnds.cancel(false);
            });
    CompletableFuture<Arrivals> taken = batch.answer.thenApply(noted);
    var unusedCancel =
        taken.whenComplete(
            (arrivals, ended) -> {
              if (taken.isCancelled()) {
                patienceEnds.complete(true);
              }
            });
    return taken;
  }

  @Override
  public void begin(long after) {
    number = after;
  }

  @Override
  public boolean isReady() {
    return messages.size() + direct.size() < limit && !answer.isDone();
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
      answer.completeExceptionally(new ParleyException(new ConnectionClosed()));
    } else {
      complete();
    }
  }

  private void complete() {
    answer.complete(new Arrivals(messages, direct, lost, number));
  }
}
