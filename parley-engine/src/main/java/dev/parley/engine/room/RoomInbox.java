package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.delivery.MailItem;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.engine.topic.ArrivalFilter;
import dev.parley.engine.topic.ArrivalSink;
import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.ConnectionReader;
import dev.parley.engine.topic.OwnEvent;
import dev.parley.engine.topic.PollSink;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.event.Event;
import dev.parley.id.RoomName;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection's inbox: a second reader of its rooms, for clients that poll. It is made at the
 * first poll. It begins where the connection began, as a push proves nothing, and skips what a
 * reading call has returned.
 */
final class RoomInbox implements Inbox {
  /** A listener for the results of polls. */
  interface PollListener {
    /** Returns the messages of {@code room} that reading calls have returned. */
    AnsweredSeqs read(RoomName room);

    /**
     * Called when the messages after {@code since} in {@code room} up to {@code upTo} were
     * returned.
     *
     * @param forHook whether a hook or a wake hands them out
     */
    void polled(LiveRoom room, long since, long upTo, boolean forHook);

    /** Called when that result is known not to have arrived. */
    void notReceived(LiveRoom room, long since, long upTo);

    /** Called when the messages up to {@code upTo} are known to have arrived. */
    void seen(LiveRoom room, long upTo);
  }

  private record Followed(LiveRoom room, TopicSubscription subscription) {}

  private static final PageSize<Event> FIRST = PageSize.of(1);
  private static final PageSize<Event> SOME = PageSize.of(MAX_LOOKED_AT);

  private final Supplier<ConnectionReader> readers;
  private final Executor executor;
  private final Consumer<RoomInbox> onOpen;
  private final PollListener listener;
  private final SessionMail mail;
  private final BooleanSupplier pushesAreShown;
  private final Runnable onCall;
  private final Map<RoomName, Followed> subscriptions = new HashMap<>();

  /** The last message returned of each room. */
  private final Map<RoomName, Long> polledUpTo = new HashMap<>();

  /** Held while session messages from before the first poll are read. */
  private final Object mailLock = new Object();

  /** Events that arrive during that read; null outside of it. */
  private @Nullable List<OwnEvent> arriving;

  private final RecentResults results = new RecentResults();
  private @Nullable ConnectionReader reader;
  private @Nullable PollSink last;
  private boolean lastIsOfHook;
  private @Nullable CompletableFuture<Boolean> arrival;

  /**
   * Makes an inbox that was not polled yet.
   *
   * @param readers makes its reader
   * @param executor the executor that completes polls
   * @param onOpen subscribes it to the rooms of the connection
   * @param listener gets the results
   * @param mail the messages of sessions
   * @param pushesAreShown whether the agent is known to see what is pushed
   * @param onCall runs at the start of a call; refuses it once the connection is closed
   */
  RoomInbox(
      Supplier<ConnectionReader> readers,
      Executor executor,
      Consumer<RoomInbox> onOpen,
      PollListener listener,
      SessionMail mail,
      BooleanSupplier pushesAreShown,
      Runnable onCall) {
    this.readers = readers;
    this.executor = executor;
    this.onOpen = onOpen;
    this.listener = listener;
    this.mail = mail;
    this.pushesAreShown = pushesAreShown;
    this.onCall = onCall;
  }

  @Override
  public CompletionStage<InboxBatch> await(OptionalLong received, int limit, Duration maxWait) {
    return await(received, PageSize.of(limit), maxWait);
  }

  @Override
  public CompletionStage<InboxBatch> await(
      OptionalLong received, PageSize<Event> size, Duration maxWait) {
    return take(received, size, maxWait, false);
  }

  @Override
  public CompletionStage<InboxBatch> takeForHook(PageSize<Event> size) {
    return take(OptionalLong.empty(), size, Duration.ZERO, true);
  }

  private CompletionStage<InboxBatch> take(
      OptionalLong received, PageSize<Event> size, Duration maxWait, boolean forHook) {
    onCall.run();
    ConnectionReader polling = open();
    takeMail(polling, size);
    List<RecentResults.Result> arrived;
    PollSink batch;
    synchronized (this) {
      if (forHook && isAwaitedByAgent()) {
        return CompletableFuture.completedFuture(
            new InboxBatch(List.of(), List.of(), 0, results.next()));
      }
      PollSink before = last;
      Supplier<OptionalLong> from = begin(received);
      if (received.isPresent() || before == null || !before.isUndelivered()) {
        arrived = results.received(received, forHook);
      } else {
        arrived = List.of();
        takeBack(before.isRecorded() ? results.lastNotReceived() : List.of());
      }
      batch =
          PollSink.of(
              polling,
              from,
              size,
              longest(maxWait),
              executor,
              (sink, result) -> recordResult(sink, result, forHook));
      last = batch;
      lastIsOfHook = forHook;
    }
    arrived.forEach(this::noteSeen);
    return batch.answer();
  }

  @Override
  public CompletionStage<Boolean> awaitArrival(Duration maxWait) {
    return awaitArrival(maxWait, new ArrivalFilter(FIRST, event -> true));
  }

  @Override
  public CompletionStage<Boolean> awaitArrival(Duration maxWait, Predicate<Event> counts) {
    return awaitArrival(maxWait, new ArrivalFilter(SOME, counts));
  }

  private CompletionStage<Boolean> awaitArrival(Duration maxWait, ArrivalFilter filter) {
    onCall.run();
    ConnectionReader polling = open();
    takeMail(polling, filter.size());
    synchronized (this) {
      PollSink before = last;
      if (before != null && isAwaitedByAgent()) {
        return before
            .answer()
            .handle((result, ended) -> false)
            .completeOnTimeout(false, longest(maxWait).toMillis(), TimeUnit.MILLISECONDS);
      }
      CompletableFuture<Boolean> watch =
          ArrivalSink.of(polling, begin(OptionalLong.empty()), filter, longest(maxWait), executor);
      arrival = watch;
      return watch;
    }
  }

  private static Duration longest(Duration wanted) {
    return wanted.compareTo(MAX_WAIT) < 0 ? wanted : MAX_WAIT;
  }

  /**
   * Returns where the next call begins; empty where it goes on after the one before.
   *
   * @param received the result the agent has named
   */
  private Supplier<OptionalLong> begin(OptionalLong received) {
    PollSink before = last;
    if (received.isPresent()) {
      OptionalLong from = OptionalLong.of(results.goingOnAfter(received.getAsLong()));
      return () -> from;
    }
    return before != null && before.isUndelivered() ? before::begunAfter : OptionalLong::empty;
  }

  @Override
  public synchronized void notReceived(long next) {
    List<RecentResults.Result> back = results.notReceived(next);
    ConnectionReader polling = reader;
    if (polling != null && !back.isEmpty()) {
      takeBack(back);
      polling.takeBackTo(back.get(back.size() - 1).after());
    }
  }

  @Override
  public synchronized boolean isAwaited() {
    return isAwaitedByAgent();
  }

  @Override
  public synchronized void endWait() {
    PollSink batch = last;
    if (batch != null && isAwaitedByAgent()) {
      batch.expire();
    }
  }

  /** Returns true if a poll is under way, of the agent or of a hook. */
  synchronized boolean isPolled() {
    PollSink batch = last;
    return batch != null && !batch.answer().isDone();
  }

  private boolean isAwaitedByAgent() {
    return isPolled() && !lastIsOfHook;
  }

  private void noteSeen(RecentResults.Result arrived) {
    arrived.rooms().forEach((room, span) -> listener.seen(room, span.upTo()));
    mail.seen(arrived.direct(), arrived.forHook());
  }

  /** Undoes what was recorded with results that did not arrive, given newest first. */
  private void takeBack(List<RecentResults.Result> back) {
    for (RecentResults.Result result : back) {
      result
          .rooms()
          .forEach(
              (room, span) -> {
                polledUpTo.put(room.name(), span.since());
                listener.notReceived(room, span.since(), span.upTo());
              });
      mail.answered(result.direct(), false);
    }
  }

  private synchronized InboxBatch recordResult(PollSink sink, InboxBatch result, boolean forHook) {
    Map<LiveRoom, RecentResults.Span> spans = new HashMap<>();
    for (Followed followed : subscriptions.values()) {
      OptionalLong passed = followed.subscription().passedSeq();
      if (passed.isPresent()) {
        long upTo = passed.getAsLong();
        long since = followed.subscription().begunAfterSeq().orElse(upTo);
        Long before = polledUpTo.put(followed.room().name(), upTo);
        listener.polled(followed.room(), since, upTo, forHook);
        spans.put(
            followed.room(),
            new RecentResults.Span(before == null ? since : Math.min(before, upTo), upTo));
      }
    }
    List<MailItem> direct = result.direct().stream().map(MailItem::of).toList();
    mail.answered(direct, true);
    long after = sink.begunAfter().orElse(result.next());
    results.add(new RecentResults.Result(after, result.next(), forHook, spans, direct));
    return result;
  }

  /** Continues from the checkpoints the inbox of the same connection had at another node. */
  void resumeFrom(List<Checkpoint> checkpoints) {
    open().resumeFrom(checkpoints);
  }

  /** Returns its checkpoint; empty before the first poll. */
  CompletionStage<List<Checkpoint>> checkpoint() {
    ConnectionReader polling = polling();
    return polling == null
        ? CompletableFuture.completedFuture(List.of())
        : polling.checkpoint().thenApply(List::of);
  }

  /** Returns a number that changes when it has moved. */
  long progress() {
    ConnectionReader polling = polling();
    return polling == null ? 0 : polling.progress();
  }

  private synchronized @Nullable ConnectionReader polling() {
    return reader;
  }

  private ConnectionReader open() {
    ConnectionReader made;
    synchronized (this) {
      if (reader != null) {
        return reader;
      }
      made = readers.get();
      reader = made;
    }
    onOpen.accept(this);
    return made;
  }

  /** Adds earlier session messages before those that arrive meanwhile. */
  private void takeMail(ConnectionReader polling, PageSize<Event> size) {
    synchronized (mailLock) {
      List<OwnEvent> after = new ArrayList<>();
      synchronized (this) {
        arriving = after;
      }
      List<OwnEvent> before = List.of();
      try {
        before = mail.unasked(size);
      } finally {
        synchronized (this) {
          before.forEach(polling::push);
          after.forEach(polling::push);
          arriving = null;
        }
      }
    }
  }

  /** Follows {@code room} beside {@code first}, if it was ever polled. */
  synchronized void follow(LiveRoom room, TopicSubscription first) {
    ConnectionReader polling = reader;
    if (polling != null) {
      subscriptions.computeIfAbsent(
          room.name(),
          name ->
              new Followed(
                  room,
                  room.followSecond(
                      first, polling, !pushesAreShown.getAsBoolean(), listener.read(name))));
    }
  }

  /** Passes session messages that no call was given to the call that waits, if one does. */
  void lookForMail() {
    ConnectionReader polling = polling();
    if (polling != null && isWaiting()) {
      takeMail(polling, FIRST);
    }
  }

  private synchronized boolean isWaiting() {
    CompletableFuture<Boolean> watch = arrival;
    return isAwaited() || (watch != null && !watch.isDone());
  }

  /** Delivers {@code event} with the next result, if it was ever polled. */
  synchronized void push(OwnEvent event) {
    if (arriving != null) {
      arriving.add(event);
    } else if (reader != null) {
      reader.push(event);
    }
  }

  synchronized void unfollow(LiveRoom room) {
    polledUpTo.remove(room.name());
    Followed followed = subscriptions.remove(room.name());
    if (followed != null) {
      room.unfollow(followed.subscription());
    }
  }

  /** Ends the waiting poll, if any: the connection has ended. */
  synchronized void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
