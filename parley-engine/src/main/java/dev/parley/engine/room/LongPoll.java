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

/**
 * Waits for the next page of a topic. It follows first and reads then: what the reading did not
 * have, the following is told of. Where the reading had nothing, the first it is told of is the
 * next; where it had something, that comes before.
 */
final class LongPoll {
  private LongPoll() {}

  /** The next page; cancelling what is returned ends the wait and the following. */
  static CompletableFuture<MessagePage> of(
      MessageBackend store,
      TopicName topic,
      Optional<Cursor> since,
      int limit,
      Duration patience,
      Executor answering) {
    MessagePage now = store.fetchAfter(topic, since, limit);
    if (!now.messages().isEmpty() || patience.isZero() || patience.isNegative()) {
      return CompletableFuture.completedFuture(now);
    }
    CompletableFuture<MessagePage> told = new CompletableFuture<>();
    Subscription following = store.subscribe(topic, first -> told.complete(of(first)));
    MessagePage meanwhile;
    try {
      meanwhile = store.fetchAfter(topic, since, limit);
    } catch (RuntimeException away) {
      following.close();
      throw away;
    }
    if (!meanwhile.messages().isEmpty()) {
      following.close();
      return CompletableFuture.completedFuture(meanwhile);
    }
    var unused = told.whenComplete((page, failed) -> following.close());
    var unusedEnd = told.completeOnTimeout(meanwhile, patience.toMillis(), TimeUnit.MILLISECONDS);
    return cancelling(told, told.thenApplyAsync(page -> page, answering));
  }

  /** Lets the cancelling of {@code answer} end {@code waited}, too. */
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
