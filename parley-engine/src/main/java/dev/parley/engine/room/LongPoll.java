package dev.parley.engine.room;

import dev.parley.message.Cursor;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A wait for the next page of a topic: the page there is, or the first message that follows it. */
final class LongPoll {
  private LongPoll() {}

  /** Returns the next page; cancelling the result ends the wait and the subscription. */
  static CompletableFuture<MessagePage> of(
      MessageBackend backend,
      TopicName topic,
      Optional<Cursor> since,
      int limit,
      Duration maxWait,
      Executor answering) {
    MessagePage now = backend.fetchAfter(topic, since, limit);
    if (!now.messages().isEmpty() || maxWait.isZero() || maxWait.isNegative()) {
      return CompletableFuture.completedFuture(now);
    }
    CompletableFuture<MessagePage> delivered = new CompletableFuture<>();
    Subscription subscription =
        backend.follow(topic, Optional.of(now.next()), first -> delivered.complete(of(first)));
    var unused = delivered.whenComplete((page, failed) -> subscription.close());
    var unusedEnd = delivered.completeOnTimeout(now, maxWait.toMillis(), TimeUnit.MILLISECONDS);
    return cancelling(delivered, delivered.thenApplyAsync(page -> page, answering));
  }

  /** Cancels {@code waited} when {@code answer} is cancelled. */
  static <T> CompletableFuture<T> cancelling(
      CompletableFuture<?> waited, CompletableFuture<T> answer) {
    var unused =
        answer.whenComplete(
            (page, ended) -> {
              if (answer.isCancelled()) {
                waited.cancel(false);
              }
            });
    return answer;
  }

  private static MessagePage of(StoredMessage stored) {
    return new MessagePage(List.of(stored), stored.cursor(), false);
  }
}
