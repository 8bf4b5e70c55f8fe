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
 * A connection's second reading of its rooms, for those who ask. There is none until somebody does;
 * it begins where the connection began, as a push proves nothing, and passes over what a call that
 * reads was answered with.
 */
final class RoomInbox implements Inbox {
  /** What is told of the answers. */
  interface Handover {
    /** What a call that reads was answered with, of {@code room}. */
    AnsweredSeqs read(RoomName room);

    /** What follows {@code since} in {@code room} was handed over up to {@code upTo}. */
    void polled(LiveRoom room, long since, long upTo);

    /** The same is known not to have arrived. */
    void notReceived(LiveRoom room, long since, long upTo);

    /** What stands up to {@code upTo} arrived. */
    void seen(LiveRoom room, long upTo);
  }

  private record Asked(LiveRoom room, TopicSubscription following) {}

  private record Span(long since, long upTo) {}

  /** What an answer held, until it is known whether it arrived. */
  private record Answered(long next, Map<LiveRoom, Span> rooms, List<SessionMessage> direct) {}

  private static final Answered NOTHING = new Answered(-1, Map.of(), List.of());

  private final Supplier<Reader> readers;
  private final Executor drains;
  private final Consumer<RoomInbox> opening;
  private final Handover handover;
  private final SessionMail mail;
  private final BooleanSupplier pushesAreShown;
  private final Runnable begins;
  private final Map<RoomName, Asked> followings = new HashMap<>();

  /** Up to where each room was handed over. */
  private final Map<RoomName, Long> polledUpTo = new HashMap<>();

  /** Held while mail is read that came before the first call. */
  private final Object mailing = new Object();

  /** What comes while that is read; null while it is not. */
  private @Nullable List<Event> meanwhile;

  private Answered answered = NOTHING;
  private @Nullable Reader reader;
  private @Nullable PollSink last;

  /**
   * An inbox nobody has asked.
   *
   * @param readers makes the reading
   * @param drains where answers are made
   * @param opening lets it follow the rooms the connection is in
   * @param handover is told how far it was read
   * @param mail has the messages of sessions
   * @param pushesAreShown whether what is pushed is known to reach the agent
   * @param begins where a call begins; refuses it once the connection is closed
   */
  RoomInbox(
      Supplier<Reader> readers,
      Executor drains,
      Consumer<RoomInbox> opening,
      Handover handover,
      SessionMail mail,
      BooleanSupplier pushesAreShown,
      Runnable begins) {
    this.readers = readers;
    this.drains = drains;
    this.opening = opening;
    this.handover = handover;
    this.mail = mail;
    this.pushesAreShown = pushesAreShown;
    this.begins = begins;
  }

  @Override
  public CompletionStage<InboxBatch> await(OptionalLong received, int limit, Duration patience) {
    return await(received, PageSize.of(limit), patience);
  }

  @Override
  public CompletionStage<InboxBatch> await(
      OptionalLong received, PageSize<Event> size, Duration patience) {
    begins.run();
    Duration longest = patience.compareTo(MAX_WAIT) < 0 ? patience : MAX_WAIT;
    Reader asking = open();
    takeMail(asking, size);
    Answered arrived;
    PollSink batch;
    synchronized (this) {
      PollSink before = last;
      boolean again = received.isEmpty() && before != null && before.isUndelivered();
      arrived = again ? notReceived() : received(received);
      Supplier<OptionalLong> from = again && before != null ? before::begunAfter : () -> received;
      batch = PollSink.of(asking, from, size, longest, drains, this::noteAnswered);
      last = batch;
    }
    arrived.rooms().forEach((room, span) -> handover.seen(room, span.upTo()));
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

  /** Whether somebody waits for an answer. */
  synchronized boolean isAwaited() {
    PollSink batch = last;
    return batch != null && !batch.answer().isDone();
  }

  /** Whoever asks on after an answer has it. */
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
              handover.notReceived(room, span.since(), span.upTo());
            });
    mail.answered(answered.direct(), false);
    answered = new Answered(answered.next(), Map.of(), List.of());
    return NOTHING;
  }

  private synchronized InboxBatch noteAnswered(InboxBatch arrivals) {
    Map<LiveRoom, Span> spans = new HashMap<>();
    for (Asked asked : followings.values()) {
      OptionalLong passed = asked.following().passedSeq();
      if (passed.isPresent()) {
        long upTo = passed.getAsLong();
        long since = asked.following().begunAfterSeq().orElse(upTo);
        Long before = polledUpTo.put(asked.room().name(), upTo);
        handover.polled(asked.room(), since, upTo);
        spans.put(asked.room(), new Span(before == null ? since : Math.min(before, upTo), upTo));
      }
    }
    mail.answered(arrivals.direct(), true);
    answered = new Answered(arrivals.next(), spans, arrivals.direct());
    return arrivals;
  }

  /** Goes on where the asking of the same connection was at another node. */
  void goOnFrom(List<Checkpoint> marks) {
    open().goOnFrom(marks);
  }

  /** Where the asking is; empty where nobody asked. */
  CompletionStage<List<Checkpoint>> mark() {
    Reader asking = asking();
    return asking == null
        ? CompletableFuture.completedFuture(List.of())
        : asking.mark().thenApply(List::of);
  }

  /** Another number once the asking has moved. */
  long progress() {
    Reader asking = asking();
    return asking == null ? 0 : asking.progress();
  }

  private synchronized @Nullable Reader asking() {
    return reader;
  }

  private Reader open() {
    Reader made;
    synchronized (this) {
      if (reader != null) {
        return reader;
      }
      made = readers.get();
      made.passOver(event -> event instanceof DirectArrived said && mail.isRead(said.message()));
      reader = made;
    }
    opening.accept(this);
    return made;
  }

  /** Lets what came before go before what comes meanwhile. */
  private void takeMail(Reader asking, PageSize<Event> size) {
    synchronized (mailing) {
      List<Event> after = new ArrayList<>();
      synchronized (this) {
        meanwhile = after;
      }
      List<Event> before = List.of();
      try {
        before = mail.unasked(size);
      } finally {
        synchronized (this) {
          before.forEach(asking::push);
          after.forEach(asking::push);
          meanwhile = null;
        }
      }
    }
  }

  /** Follows {@code room} beside {@code first}, where somebody has asked. */
  synchronized void follow(LiveRoom room, TopicSubscription first) {
    Reader asking = reader;
    if (asking != null) {
      followings.computeIfAbsent(
          room.name(),
          name ->
              new Asked(
                  room,
                  room.followBeside(
                      first, asking, !pushesAreShown.getAsBoolean(), handover.read(name))));
    }
  }

  /** Hands {@code event} over with the next answer, where somebody has asked. */
  synchronized void push(Event event) {
    if (meanwhile != null) {
      meanwhile.add(event);
    } else if (reader != null) {
      reader.push(event);
    }
  }

  synchronized void unfollow(LiveRoom room) {
    polledUpTo.remove(room.name());
    Asked asked = followings.remove(room.name());
    if (asked != null) {
      room.unfollow(asked.following());
    }
  }

  /** Answers whoever waits that the connection has ended. */
  synchronized void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
