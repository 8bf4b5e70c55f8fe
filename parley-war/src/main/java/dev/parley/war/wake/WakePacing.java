package dev.parley.war.wake;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The times at which one client may be woken: not while its turn runs, as far as signs of it say,
 * and after a wake that led to nothing at growing distances. Its lock is held for no call to
 * another class. Safe for all threads.
 */
final class WakePacing {
  /** The time a turn counts as running after its last sign: an interrupted one ends without one. */
  static final Duration TURN_SILENCE = Duration.ofMinutes(5);

  /** The distance from a wake that led to nothing to the next one; doubled up to 16 times that. */
  static final Duration AGAIN = Duration.ofMinutes(5);

  /** The time a client without hooks counts as busy after a call of its model. */
  static final Duration CALL_SILENCE = Duration.ofSeconds(20);

  private static final int MAX_DOUBLINGS = 4;

  private final long turnSilence;
  private final long callSilence;
  private final long again;

  private TurnState turn = TurnState.UNKNOWN;
  private long signAt;
  private long boundaries;
  private boolean called;
  private boolean hooked;
  private long hookedAt;

  private boolean rung;
  private long rungAt;
  private int unanswered;

  /** True while messages lie in the client's queue and no sign of a turn came after them. */
  private boolean queued;

  private long queuedAt;

  /** True if the next boundary may be the beginning of a turn that a wake began. */
  private boolean woken;

  private CompletableFuture<Boolean> changed = new CompletableFuture<>();

  /** The reason to hold a wake back: how long at most, and a future that ends it earlier. */
  record Hold(long nanos, CompletableFuture<Boolean> until) {}

  /**
   * A boundary of a turn.
   *
   * @param number counts them
   * @param byWake whether it may have come with a wake
   */
  record Passed(long number, boolean byWake) {}

  /**
   * @param turnSilence the time a turn counts as running after its last sign
   * @param callSilence the time a client without hooks counts as busy after a call
   * @param again the distance from a wake that led to nothing to the next one
   */
  WakePacing(Duration turnSilence, Duration callSilence, Duration again) {
    this.turnSilence = turnSilence.toNanos();
    this.callSilence = callSilence.toNanos();
    this.again = again.toNanos();
  }

  synchronized TurnState state() {
    return turn;
  }

  /** Returns the time since the last hook at a boundary; empty where none has run. */
  synchronized Optional<Duration> sinceHook() {
    return hooked ? Optional.of(Duration.ofNanos(System.nanoTime() - hookedAt)) : Optional.empty();
  }

  /** Returns the time since the last sign of a turn; empty where there was none. */
  synchronized Optional<Duration> sinceSign() {
    return turn != TurnState.UNKNOWN || called
        ? Optional.of(Duration.ofNanos(Math.max(0, System.nanoTime() - signAt)))
        : Optional.empty();
  }

  /** Returns true while a turn runs, as far as signs of it say. */
  synchronized boolean isWorking() {
    long silence = System.nanoTime() - signAt;
    return turn == TurnState.BUSY
        ? silence < turnSilence
        : turn == TurnState.UNKNOWN && called && silence < callSilence;
  }

  /** Notes a call of the model: its turn runs. */
  synchronized void noteCall() {
    signAt = System.nanoTime();
    called = true;
    boolean awaited = rung || queued;
    queued = false;
    if (turn == TurnState.IDLE) {
      change(TurnState.BUSY);
    } else if (turn == TurnState.UNKNOWN && awaited) {
      takeBackRing();
    }
  }

  /** Notes a boundary of a turn. */
  synchronized Passed noteBoundary() {
    boolean byWake = woken;
    woken = false;
    signAt = System.nanoTime();
    hooked = true;
    hookedAt = signAt;
    rung = false;
    queued = false;
    change(TurnState.BUSY);
    return new Passed(++boundaries, byWake);
  }

  /** Notes the end of a turn, unless another boundary than {@code number} came after it. */
  synchronized void noteIdle(long number) {
    if (number == boundaries) {
      change(TurnState.IDLE);
    }
  }

  /** Notes the end of the session. */
  synchronized void noteClosed() {
    change(TurnState.IDLE);
  }

  /** Notes that the client is woken, to take what waits in its turn. */
  synchronized void noteRung() {
    unanswered = rung ? unanswered + 1 : 0;
    rung = true;
    woken = true;
    rungAt = System.nanoTime();
  }

  /** Notes that messages are put into the client's queue. */
  synchronized void noteQueued() {
    woken = true;
    queued = true;
    queuedAt = System.nanoTime();
  }

  /** Has the wait that follows ring, as a wake reached nobody, or is over. */
  synchronized void takeBackRing() {
    rung = false;
    queued = false;
    change(turn);
  }

  /** Has each wait look again at what holds it back. */
  synchronized void lookAgain() {
    change(turn);
  }

  private void change(TurnState now) {
    turn = now;
    CompletableFuture<Boolean> before = changed;
    changed = new CompletableFuture<>();
    before.completeAsync(() -> true);
  }

  /** Returns a hold that is over. */
  synchronized Hold none() {
    return new Hold(0, changed);
  }

  /**
   * Returns what holds a wake back now. A wake that hands the messages over waits in the client
   * until a turn has ended, so a call without hooks holds back only the others. Until that turn
   * begins, which takes a client some seconds, it holds back the next such wake: further messages
   * come in that turn, and make no second one.
   *
   * @param carries whether the wake hands the messages over
   * @param tests whether it is for a test, which waits for no repeat
   * @param pause the time to leave it to another way; zero where there is none
   */
  synchronized Hold hold(boolean carries, boolean tests, Duration pause) {
    long now = System.nanoTime();
    long left = 0;
    if (turn == TurnState.BUSY) {
      left = turnSilence - (now - signAt);
    } else if (turn == TurnState.UNKNOWN && called && !carries && !rung) {
      left = callSilence - (now - signAt);
    } else if (!pause.isZero()) {
      left = pause.toNanos();
    } else if (rung && !tests) {
      left = (again << Math.min(unanswered, MAX_DOUBLINGS)) - (now - rungAt);
    }
    if (carries && queued && !tests) {
      left = Math.max(left, callSilence - (now - queuedAt));
    }
    return new Hold(left, changed);
  }
}
