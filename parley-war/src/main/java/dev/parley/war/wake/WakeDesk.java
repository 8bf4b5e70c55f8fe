package dev.parley.war.wake;

import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.event.Event;
import dev.parley.id.MessageId;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Hands the messages of one connection to the model, each once, whichever way is open: at the
 * boundaries of a turn through hooks, and to an idle client through a wake.
 *
 * <p>Messages that wait make one wake, however many they are. While a turn runs there is none, as
 * the next boundary takes them. {@link WakePacing} says when a wake that led to nothing is
 * repeated. Safe for all threads.
 */
public final class WakeDesk {
  /** The time between two waits of a client that wakes itself. */
  private static final long OWN_GAP_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The time for which a watch has the turn where the client's own wakes lead to nothing. */
  private static final Duration WATCH_PAUSE = Duration.ofSeconds(5);

  private final Inbox inbox;
  private final ChannelPush channel;
  private final Proof proof = new Proof();
  private final WakePacing pacing;
  private final DeskGuards guards;

  private CompletableFuture<Wake> waiting = CompletableFuture.completedFuture(Wake.NONE);
  private CompletableFuture<Wake> watching = CompletableFuture.completedFuture(Wake.NONE);
  private boolean waitsItself;
  private long waitedItselfAt;

  /** The rung of the client's own wakes. */
  private Rung own = Rung.MONITOR;

  /** Makes the desk of a connection whose client gets no channel pushes, without guards. */
  public WakeDesk(Inbox inbox) {
    this(inbox, WakePacing.TURN_SILENCE, WakePacing.CALL_SILENCE, WakePacing.AGAIN);
  }

  WakeDesk(Inbox inbox, Duration turnSilence, Duration callSilence, Duration again) {
    this(inbox, DeskGuards.none(), ChannelPush.NONE, turnSilence, callSilence, again);
  }

  /** Makes the desk of a connection with this inbox. */
  WakeDesk(Inbox inbox, DeskGuards guards, ChannelPush channel) {
    this(
        inbox, guards, channel, WakePacing.TURN_SILENCE, WakePacing.CALL_SILENCE, WakePacing.AGAIN);
  }

  WakeDesk(
      Inbox inbox,
      DeskGuards guards,
      ChannelPush channel,
      Duration turnSilence,
      Duration callSilence,
      Duration again) {
    this.inbox = inbox;
    this.guards = guards;
    this.channel = channel;
    this.pacing = new WakePacing(turnSilence, callSilence, again);
  }

  /** Returns the time since the last hook at a boundary of a turn; empty where none has run. */
  public Optional<Duration> sinceHook() {
    return pacing.sinceHook();
  }

  /** Returns the state of the turn. */
  public TurnState turn() {
    return pacing.state();
  }

  /** Notes a call of the model: its turn runs. */
  public void noteCall() {
    proof.called();
    pacing.noteCall();
  }

  /**
   * Notes that the model gets the result of a tool.
   *
   * @param rung {@link Rung#WAIT} or {@link Rung#TOOL_RESULT}
   * @param offers whether the result says something of messages
   * @return a sentence for the model to put beside the result
   */
  public Optional<String> answered(Rung rung, boolean offers) {
    return proof.handedOut(rung, offers);
  }

  /**
   * Answers a hook with the messages that wait. At the end of a turn without any, the client is
   * idle.
   *
   * @param event the event's name as the client has it; one that is no boundary is answered with
   *     nothing
   */
  public CompletionStage<Handout> hook(String event, HookDialect dialect) {
    return hook(event, dialect, "");
  }

  /**
   * Answers a hook as {@link #hook(String, HookDialect)} does, with {@code note} after the
   * messages. A note at the end of a turn lets it go on as a message does.
   *
   * @param note what Parley has to say itself; empty where that is nothing
   */
  CompletionStage<Handout> hook(String event, HookDialect dialect, String note) {
    TurnBoundary boundary = TurnBoundary.of(event);
    if (!boundary.takesMessages()) {
      if (boundary == TurnBoundary.SIGN) {
        var unused = pacing.noteBoundary();
      } else if (boundary == TurnBoundary.CLOSED) {
        pacing.noteClosed();
      }
      return CompletableFuture.completedFuture(
          new Handout(note.isEmpty() ? Map.of() : dialect.answer(event, note), -1));
    }
    proof.reached(boundary);
    WakePacing.Passed passed = pacing.noteBoundary();
    if (boundary == TurnBoundary.PROMPT && !passed.byWake()) {
      guards.prompted();
    }
    boolean ends = boundary == TurnBoundary.END;
    CompletionStage<Handout> answer =
        ends && guards.isMuting()
            ? begun(() -> guards.mayHoldOpen(inbox))
                .thenCompose(
                    goesOn ->
                        goesOn
                            ? handOut(event, true, dialect, note)
                            : CompletableFuture.completedFuture(new Handout(Map.of(), -1)))
            : handOut(event, ends, dialect, note);
    return answer.whenComplete(
        (handout, failure) -> {
          if (ends && (failure != null || handout.output().isEmpty())) {
            pacing.noteIdle(passed.number());
          }
        });
  }

  private CompletionStage<Handout> handOut(
      String event, boolean ends, HookDialect dialect, String note) {
    return begun(() -> inbox.takeForHook(UnreadText.SIZE))
        .thenApply(
            batch -> {
              String unread = guards.text(batch, ends);
              String noted = unread + (unread.isEmpty() || note.isEmpty() ? "" : "\n") + note;
              String text = proof.handOut(Rung.HOOK, noted);
              return new Handout(
                  text.isEmpty() ? Map.of() : dialect.answer(event, text), batch.next());
            });
  }

  /** Notes that the agent was handed messages, by whichever way. */
  void handedOut(HandedMessages handed) {
    guards.handedOut(handed);
  }

  /** Notes the newest event that was pushed to a client that may show it. */
  public void pushed(Event event) {
    guards.pushed(event);
  }

  /** Interrupts the agent because of an urgent message that waits, as far as its client lets it. */
  void interrupt(MessageId message) {
    if (guards.interrupt(message)) {
      pacing.lookAgain();
    }
  }

  /** Makes a call whose refusal comes in its result, however early it is refused. */
  private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (ParleyException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /**
   * Waits until the client is to be woken. There is one such wait; a further one ends the one
   * before.
   *
   * @param patience the longest wait; more than {@link Inbox#MAX_WAIT} counts as that
   * @param carriesMessages whether the text of the wake is what the model gets to see, so that it
   *     has to hold the messages themselves
   */
  public CompletionStage<Wake> await(Duration patience, boolean carriesMessages) {
    CompletableFuture<Wake> mine = new CompletableFuture<>();
    CompletableFuture<Wake> before;
    CompletableFuture<Wake> other;
    Rung way = carriesMessages ? Rung.QUEUE : Rung.MONITOR;
    synchronized (this) {
      before = waiting;
      waiting = mine;
      waitsItself = true;
      waitedItselfAt = System.nanoTime();
      own = way;
      other = proof.ladder().isFailing(way) ? before : watching;
    }
    before.complete(Wake.NONE);
    other.complete(Wake.NONE);
    look(mine, deadline(patience), way);
    return mine;
  }

  /**
   * Waits as {@link #await} does, for somebody else who wakes the client. A client that waits
   * itself is not disturbed: there is no such wake then, unless its own wakes lead to nothing.
   */
  public CompletionStage<Wake> watch(Duration patience) {
    CompletableFuture<Wake> mine = new CompletableFuture<>();
    CompletableFuture<Wake> before;
    synchronized (this) {
      if (waitsItself() && !proof.ladder().isFailing(own)) {
        long pause = Math.min(WATCH_PAUSE.toMillis(), patience.toMillis());
        return mine.completeOnTimeout(Wake.NONE, pause, TimeUnit.MILLISECONDS);
      }
      before = watching;
      watching = mine;
    }
    before.complete(Wake.NONE);
    look(mine, deadline(patience), Rung.WATCH);
    return mine;
  }

  private boolean waitsItself() {
    return waitsItself && (!waiting.isDone() || System.nanoTime() - waitedItselfAt < OWN_GAP_NANOS);
  }

  private static long deadline(Duration patience) {
    Duration longest = patience.compareTo(Inbox.MAX_WAIT) < 0 ? patience : Inbox.MAX_WAIT;
    return System.nanoTime() + longest.toNanos();
  }

  /** Takes back a wake or an answer to a hook that did not arrive. */
  public void notReceived(long next) {
    proof.notReceived();
    inbox.notReceived(next);
    pacing.takeBackRing();
  }

  private void look(CompletableFuture<Wake> result, long deadline, Rung way) {
    long left = deadline - System.nanoTime();
    if (result.isDone()) {
      return;
    }
    if (left <= 0) {
      result.complete(Wake.NONE);
      return;
    }
    WakePacing.Hold hold = hold(way);
    CompletionStage<Boolean> next =
        hold.nanos() > 0
            ? hold.until()
                .copy()
                .completeOnTimeout(true, Math.min(left, hold.nanos()), TimeUnit.NANOSECONDS)
                .thenApply(over -> false)
            : arrival(way, Duration.ofNanos(left), hold.until());
    var unused =
        next.whenComplete(
            (arrived, ended) -> {
              if (ended != null) {
                result.completeExceptionally(ended);
              } else if (arrived && hold(way).nanos() <= 0) {
                ring(result, deadline, way);
              } else {
                look(result, deadline, way);
              }
            });
  }

  /** Waits for a message, or for a test that is to begin a turn. */
  private CompletionStage<Boolean> arrival(
      Rung way, Duration patience, CompletableFuture<Boolean> changing) {
    CompletionStage<Boolean> arrival =
        proof.orTest(way, begun(() -> guards.arrival(inbox, patience, changing)));
    return proof.isDue(way) ? CompletableFuture.completedFuture(true) : arrival;
  }

  private void ring(CompletableFuture<Wake> result, long deadline, Rung way) {
    if (way != Rung.QUEUE) {
      pacing.noteRung();
      guards.rung();
      proof.rang(way);
      if (!result.complete(Wake.BELL)) {
        pacing.takeBackRing();
      }
      return;
    }
    var unused =
        begun(() -> inbox.takeForHook(UnreadText.SIZE))
            .whenComplete(
                (batch, ended) -> {
                  if (ended != null) {
                    result.completeExceptionally(ended);
                  } else {
                    deliver(batch, result, deadline);
                  }
                });
  }

  private void deliver(InboxBatch batch, CompletableFuture<Wake> result, long deadline) {
    String text = proof.handOut(Rung.QUEUE, guards.text(batch, true));
    if (text.isEmpty()) {
      look(result, deadline, Rung.QUEUE);
      return;
    }
    pacing.noteQueued();
    if (!result.complete(new Wake(true, text, batch.next()))) {
      notReceived(batch.next());
    }
  }

  /** Returns what holds a wake back now. An urgent message interrupts a client that can be. */
  private WakePacing.Hold hold(Rung way) {
    boolean steers;
    boolean leaves;
    synchronized (this) {
      steers = waitsItself && way != Rung.QUEUE;
      leaves = way == own && !watching.isDone() && proof.ladder().isFailing(own);
    }
    if (guards.isUrgent() && (steers || pacing.state() != TurnState.BUSY)) {
      return pacing.none();
    }
    return pacing.hold(way == Rung.QUEUE, proof.isDue(way), leaves ? WATCH_PAUSE : Duration.ZERO);
  }

  Proof proof() {
    return proof;
  }

  /** Has {@code test} tried by the rungs that are open now. */
  void tryNow(Probe test) {
    if (inbox.isAwaited()) {
      inbox.endWait();
    } else if (channel.isOpen() && (opening().isEmpty() || !test.offered().isEmpty())) {
      proof
          .test()
          .filter(test::equals)
          .flatMap(now -> proof.handedOut(Rung.CHANNEL, false))
          .ifPresent(channel::push);
    }
    pacing.lookAgain();
    proof.tryNow();
  }

  /** Returns true while a turn runs, as far as signs of it say. */
  boolean isWorking() {
    return pacing.isWorking();
  }

  /**
   * Returns the rungs by which a message would go first: into the running turn, or to begin one.
   */
  private List<Rung> opening() {
    List<Rung> open = new ArrayList<>();
    if (inbox.isAwaited()) {
      open.add(Rung.WAIT);
    }
    if (isWorking()) {
      open.add(turn() == TurnState.BUSY ? Rung.HOOK : Rung.TOOL_RESULT);
    } else {
      synchronized (this) {
        if (waitsItself()) {
          open.add(own);
        }
        if (!watching.isDone()) {
          open.add(Rung.WATCH);
        }
      }
    }
    if (channel.isOpen() && proof.ladder().provenSince(Rung.CHANNEL).isPresent()) {
      open.add(Rung.CHANNEL);
    }
    return open;
  }

  /**
   * Returns the way to the model at this moment.
   *
   * @param isThere whether its client is there, as far as the transport can see
   */
  public Reach reach(boolean isThere) {
    return proof.reach(isThere, opening(), turn() != TurnState.UNKNOWN, pacing.sinceSign());
  }
}
