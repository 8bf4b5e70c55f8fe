package dev.parley.engine.room;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.topic.AnsweredSeqs;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
    onCall.run();
    Duration longest = maxWait.compareTo(MAX_WAIT) < 0 ? maxWait : MAX_WAIT;
    Reader polling = open();
    takeMail(polling, size);
    Answered arrived;
    PollSink batch;
    synchronized (this) {
      PollSink before = last;
      boolean again = received.isEmpty() && before != null && before.isUndelivered();
      arrived = again ? notReceived() : received(received);
      Supplier<OptionalLong> from = again && before != null ? before::begunAfter : () -> received;
      batch = PollSink.of(polling, from, size, longest, executor, this::recordResult);
      last = batch;
    }
    arrived.rooms().forEach((room, span) -> listener.seen(room, span.upTo()));
    mail.seen(arrived.direct());
    return batch.answer();
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

  /**
   * Confirms the last result: a client that polls again without naming another result has received
   * it.
   */
  private Answered received(OptionalLong received) {
    Answered before = answered;
    boolean arrived = received.isEmpty() || received.getAsLong() == before.next();
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
    answered = new Answered(answered.next(), Map.of(), List.of());
    return NOTHING;
  }

  private synchronized InboxBatch recordResult(InboxBatch result) {
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
