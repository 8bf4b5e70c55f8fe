package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.topic.AnsweredSeqs;
import dev.parley.engine.topic.ArrivalFilter;
import dev.parley.engine.topic.Checkpoint;
import dev.parley.engine.topic.PollSink;
import dev.parley.engine.topic.Reader;
import dev.parley.engine.topic.TopicSubscription;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.id.RoomName;
import dev.parley.message.SessionMessage;
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
     */
    void polled(LiveRoom room, long since, long upTo);

    /** Called when that result is known not to have arrived. */
    void notReceived(LiveRoom room, long since, long upTo);

    /** Called when the messages up to {@code upTo} are known to have arrived. */
    void seen(LiveRoom room, long upTo);
  }

  private record Followed(LiveRoom room, TopicSubscription subscription) {}

  private record Span(long since, long upTo) {}

  /** The content of a result, until it is known whether it arrived. */
  private record Answered(long next, Map<LiveRoom, Span> rooms, List<SessionMessage> direct) {}

  private static final PageSize<Event> FIRST = PageSize.of(1);
  private static final PageSize<Event> SOME = PageSize.of(MAX_LOOKED_AT);
  private static final Answered NOTHING = new Answered(-1, Map.of(), List.of());

  private final Supplier<Reader> readers;
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
  private @Nullable List<Event> arriving;

  private Answered answered = NOTHING;
  private @Nullable Reader reader;
  private @Nullable PollSink last;
  private boolean lastIsOfHook;

  /** The wait for an arrival since {@code last}, if any: what it saw is still to be taken. */
  private @Nullable PollSink arrival;

  /** The {@code next} of the last result of the agent's own, and of the last of a hook after it. */
  private long ownNext = -1;

  private long hookNext = -1;
  private long hookNextBefore = -1;

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
      Supplier<Reader> readers,
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
    Reader polling = open();
    takeMail(polling, size);
    Answered arrived;
    PollSink batch;
    synchronized (this) {
      if (forHook && isAwaitedByAgent()) {
        return CompletableFuture.completedFuture(
            new InboxBatch(List.of(), List.of(), 0, answered.next()));
      }
      PollSink before = last;
      boolean again = received.isEmpty() && before != null && before.isUndelivered();
      Supplier<OptionalLong> from = begin(received, again);
      arrived = again ? notReceived() : received(received);
      batch =
          PollSink.of(
              polling,
              from,
              size,
              longest(maxWait),
              executor,
              result -> recordResult(result, forHook));
      last = batch;
      lastIsOfHook = forHook;
      arrival = null;
    }
    arrived.rooms().forEach((room, span) -> listener.seen(room, span.upTo()));
    mail.seen(arrived.direct());
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
    Reader polling = open();
    takeMail(polling, filter.size());
    PollSink watch;
    synchronized (this) {
      PollSink before = last;
      if (before != null && isAwaitedByAgent()) {
        return before
            .answer()
            .handle((result, ended) -> false)
            .completeOnTimeout(false, longest(maxWait).toMillis(), TimeUnit.MILLISECONDS);
      }
      boolean again = before != null && before.isUndelivered();
      watch =
          PollSink.watching(
              polling, begin(OptionalLong.empty(), again), filter, longest(maxWait), executor);
      arrival = watch;
    }
    return watch.answer().thenApply(seen -> filter.hasAccepted());
  }

  private static Duration longest(Duration wanted) {
    return wanted.compareTo(MAX_WAIT) < 0 ? wanted : MAX_WAIT;
  }

  /**
   * Returns where the next poll begins; empty where it goes on after the one before.
   *
   * @param received the result the agent has named
   * @param again whether the last result did not arrive
   */
  private Supplier<OptionalLong> begin(OptionalLong received, boolean again) {
    PollSink before = last;
    PollSink watched = arrival;
    if (received.isPresent()) {
      boolean goesOn = received.getAsLong() == ownNext && hookNext >= 0;
      OptionalLong from = goesOn ? OptionalLong.of(hookNext) : received;
      return () -> from;
    } else if (again && before != null) {
      return before::begunAfter;
    }
    return watched == null ? OptionalLong::empty : watched::begunAfter;
  }

  @Override
  public synchronized void notReceived(long next) {
    PollSink batch = last;
    if (batch != null && batch.answer().isDone() && answered.next() == next) {
      batch.notReceived();
      var unused = notReceived();
    }
  }

  /** Returns true if a poll is waiting. */
  synchronized boolean isAwaited() {
    PollSink batch = last;
    return batch != null && !batch.answer().isDone();
  }

  private boolean isAwaitedByAgent() {
    return isAwaited() && !lastIsOfHook;
  }

  /**
   * Confirms the last result: a client that polls again without naming another result has received
   * it.
   */
  private Answered received(OptionalLong received) {
    Answered before = answered;
    boolean arrived =
        received.isEmpty()
            || received.getAsLong() == before.next()
            || (received.getAsLong() == ownNext && before.next() == hookNext);
    answered = new Answered(before.next(), Map.of(), List.of());
    return arrived ? before : NOTHING;
  }

  private Answered notReceived() {
    answered
        .rooms()
        .forEach(
            (room, span) -> {
              polledUpTo.put(room.name(), span.since());
              listener.notReceived(room, span.since(), span.upTo());
            });
    mail.answered(answered.direct(), false);
    if (lastIsOfHook) {
      hookNext = hookNextBefore;
    }
    answered = new Answered(answered.next(), Map.of(), List.of());
    return NOTHING;
  }

  private synchronized InboxBatch recordResult(InboxBatch result, boolean forHook) {
    hookNextBefore = forHook ? hookNext : -1;
    hookNext = forHook ? result.next() : -1;
    ownNext = forHook ? ownNext : result.next();
    Map<LiveRoom, Span> spans = new HashMap<>();
    for (Followed followed : subscriptions.values()) {
      OptionalLong passed = followed.subscription().passedSeq();
      if (passed.isPresent()) {
        long upTo = passed.getAsLong();
        long since = followed.subscription().begunAfterSeq().orElse(upTo);
        Long before = polledUpTo.put(followed.room().name(), upTo);
        listener.polled(followed.room(), since, upTo);
        spans.put(followed.room(), new Span(before == null ? since : Math.min(before, upTo), upTo));
      }
    }
    mail.answered(result.direct(), true);
    answered = new Answered(result.next(), spans, result.direct());
    return result;
  }

  /** Continues from the checkpoints the inbox of the same connection had at another node. */
  void resumeFrom(List<Checkpoint> checkpoints) {
    open().resumeFrom(checkpoints);
  }

  /** Returns its checkpoint; empty before the first poll. */
  CompletionStage<List<Checkpoint>> checkpoint() {
    Reader polling = polling();
    return polling == null
        ? CompletableFuture.completedFuture(List.of())
        : polling.checkpoint().thenApply(List::of);
  }

  /** Returns a number that changes when it has moved. */
  long progress() {
    Reader polling = polling();
    return polling == null ? 0 : polling.progress();
  }

  private synchronized @Nullable Reader polling() {
    return reader;
  }

  private Reader open() {
    Reader made;
    synchronized (this) {
      if (reader != null) {
        return reader;
      }
      made = readers.get();
      made.passOver(
          event -> event instanceof DirectArrived direct && mail.isRead(direct.message()));
      reader = made;
    }
    onOpen.accept(this);
    return made;
  }

  /** Adds earlier session messages before those that arrive meanwhile. */
  private void takeMail(Reader polling, PageSize<Event> size) {
    synchronized (mailLock) {
      List<Event> after = new ArrayList<>();
      synchronized (this) {
        arriving = after;
      }
      List<Event> before = List.of();
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
    Reader polling = reader;
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

  /** Delivers {@code event} with the next result, if it was ever polled. */
  synchronized void push(Event event) {
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
