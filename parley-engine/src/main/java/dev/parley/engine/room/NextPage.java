package dev.parley.engine.room;

import dev.parley.message.Cursor;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the next page of a topic. It follows first and reads then: what the reading did not
 * have, the following is told of, and the first it is told of is the next.
 */
final class NextPage {
  private final CompletableFuture<Page> answer = new CompletableFuture<>();

  private NextPage() {}

  static CompletionStage<Page> of(
      MessageBackend store,
      TopicName topic,
      Optional<Cursor> since,
      int limit,
      Duration patience,
      Executor answering) {
    Page now = store.fetchAfter(topic, since, limit);
    if (!now.messages().isEmpty() || patience.isZero() || patience.isNegative()) {
      return CompletableFuture.completedFuture(now);
    }
    NextPage next = new NextPage();
    Subscription following = store.subscribe(topic, next::told);
    var unused = next.answer.whenComplete((page, failed) -> following.close());
    Page meanwhile = store.fetchAfter(topic, since, limit);
    if (!meanwhile.messages().isEmpty()) {
      next.answer.complete(meanwhile);
    }
    return next.answer
        .completeOnTimeout(meanwhile, patience.toMillis(), TimeUnit.MILLISECONDS)
        .thenApplyAsync(page -> page, answering);
  }

  private void told(Stored stored) {
    answer.complete(new Page(List.of(stored), stored.cursor(), false));
  }
}
