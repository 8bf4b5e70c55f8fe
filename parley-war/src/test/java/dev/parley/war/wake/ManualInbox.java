package dev.parley.war.wake;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.event.Event;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** An inbox whose calls the test answers, one by one. */
final class ManualInbox implements Inbox {
  static final InboxBatch EMPTY = new InboxBatch(List.of(), List.of(), 0, 0);

  private final Queue<CompletableFuture<Boolean>> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<CompletableFuture<InboxBatch>> hooks = new ConcurrentLinkedQueue<>();

  /** Returns the oldest wait for an arrival that was not asked for yet. */
  CompletableFuture<Boolean> arrival() {
    return arrivals.remove();
  }

  /** Returns the oldest call of a hook that was not asked for yet. */
  CompletableFuture<InboxBatch> hook() {
    return hooks.remove();
  }

  @Override
  public CompletionStage<Boolean> awaitArrival(Duration patience) {
    CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    arrivals.add(arrival);
    return arrival;
  }

  @Override
  public CompletionStage<Boolean> awaitArrival(Duration patience, Predicate<Event> counts) {
    return awaitArrival(patience);
  }

  @Override
  public CompletionStage<InboxBatch> takeForHook(PageSize<Event> size) {
    CompletableFuture<InboxBatch> hook = new CompletableFuture<>();
    hooks.add(hook);
    return hook;
  }

  @Override
  public CompletionStage<InboxBatch> await(OptionalLong received, int limit, Duration patience) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<InboxBatch> await(
      OptionalLong received, PageSize<Event> size, Duration patience) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void notReceived(long next) {
    // the desk decides alone
  }
}
