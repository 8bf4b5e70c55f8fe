package dev.parley.war.wake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of one connection: which rungs led to something, and the wake test under way. Safe
 * for all threads.
 */
final class Proof {
  private final Ladder ladder = new Ladder();
  private volatile @Nullable Probe test;

  /** True where the last test got no answer and no sign of the model came since. */
  private volatile boolean silentSinceTest;

  private boolean hasBeenTested;
  private long testedAt;

  /** The last wait for a message by each way to begin a turn; a test ends it. */
  private final Map<Rung, CompletableFuture<Boolean>> waits = new ConcurrentHashMap<>();

  Ladder ladder() {
    return ladder;
  }

  /** Notes a tool call of the model. */
  void called() {
    ladder.sign();
    silentSinceTest = false;
    Probe now = test;
    if (now != null) {
      now.called();
    }
  }

  /** Notes a boundary of a turn. A prompt is the user's, so it says nothing of the model. */
  void reached(TurnBoundary boundary) {
    silentSinceTest = false;
    if (boundary != TurnBoundary.PROMPT) {
      ladder.sign();
      Probe now = test;
      if (now != null) {
        now.turned();
      }
    }
  }

  /**
   * Notes a hand-out by {@code rung}.
   *
   * @param offers whether it says something of messages
   * @return the nonce that goes with it, as a sentence for the model
   */
  Optional<String> handedOut(Rung rung, boolean offers) {
    Probe now = test;
    Optional<String> note = now == null ? Optional.empty() : now.take(rung);
    if (offers || note.isPresent()) {
      ladder.offered(rung);
    }
    return note;
  }

  /** Returns the text that {@code rung} hands out: {@code unread}, and a nonce where one waits. */
  String handOut(Rung rung, String unread) {
    return handedOut(rung, !unread.isEmpty())
        .map(nonce -> unread.isEmpty() ? nonce : unread + "\n" + nonce)
        .orElse(unread);
  }

  /** Notes that {@code rung} begins a turn, whose boundaries hand out what waits. */
  void rang(Rung rung) {
    ladder.offered(rung);
    Probe now = test;
    if (now != null) {
      now.rang(rung);
    }
  }

  /** Takes back what was handed out last, as it did not arrive. */
  void notReceived() {
    Probe now = test;
    if (now != null) {
      now.notReceived();
    }
  }

  /** Returns true if {@code rung} is to begin a turn for a test. */
  boolean isDue(Rung rung) {
    Probe now = test;
    return now != null && now.wantsBell(rung);
  }

  /**
   * Returns a future that completes as {@code arrival} does, or with false when a test is to be
   * tried. Each wait takes the place of the one before, so that none is kept once it is over.
   */
  CompletionStage<Boolean> orTest(Rung way, CompletionStage<Boolean> arrival) {
    CompletableFuture<Boolean> wait = new CompletableFuture<>();
    waits.put(way, wait);
    var unused =
        arrival.whenComplete(
            (arrived, ended) -> {
              if (ended != null) {
                wait.completeExceptionally(ended);
              } else {
                wait.complete(arrived);
              }
            });
    return wait;
  }

  void tryNow() {
    waits.values().forEach(wait -> wait.completeAsync(() -> false));
  }

  /** Returns the number of waits that are kept for a test. */
  int waits() {
    return waits.size();
  }

  Optional<Probe> test() {
    return Optional.ofNullable(test);
  }

  /**
   * Begins a test.
   *
   * @param pause the time between two tests
   * @return empty where it has begun; zero while another one is under way; else the time until one
   *     may begin
   */
  synchronized Optional<Duration> begin(Probe probe, Duration pause) {
    if (test != null) {
      return Optional.of(Duration.ZERO);
    }
    long left = hasBeenTested ? pause.toNanos() - (System.nanoTime() - testedAt) : 0;
    if (left > 0) {
      return Optional.of(Duration.ofMillis(1 + TimeUnit.NANOSECONDS.toMillis(left)));
    }
    test = probe;
    return Optional.empty();
  }

  /** Ends the test. Rungs that it was offered by without any sign of the model are not trusted. */
  synchronized void end(Probe probe, boolean reached) {
    hasBeenTested = true;
    testedAt = System.nanoTime();
    test = null;
    List<Rung> offered = probe.offered();
    if (reached && offered.equals(List.of(Rung.CHANNEL))) {
      ladder.proved(Rung.CHANNEL);
    } else if (!reached && probe.evidence() == WakeTestResult.Evidence.NONE) {
      offered.forEach(ladder::failed);
      silentSinceTest = offered.stream().anyMatch(rung -> rung != Rung.CHANNEL);
    }
  }

  /**
   * Returns the way to the model.
   *
   * @param opening the rungs by which a message would go first
   * @param hasHooks whether hooks of the client have run
   * @param heard the time since the last sign of a turn
   */
  Reach reach(boolean isThere, List<Rung> opening, boolean hasHooks, Optional<Duration> heard) {
    if (!isThere || silentSinceTest) {
      return new Reach(Reach.State.UNREACHABLE, List.of(), heard);
    }
    List<Rung> open = new ArrayList<>(opening);
    if (opening.isEmpty()) {
      open.add(Rung.TOOL_RESULT);
    }
    if (hasHooks && !open.contains(Rung.HOOK)) {
      open.add(Rung.HOOK);
    }
    if (opening.isEmpty()) {
      return new Reach(Reach.State.ASLEEP, open, heard);
    }
    List<Rung> proven = open.stream().filter(way -> ladder.provenSince(way).isPresent()).toList();
    if (opening.stream().noneMatch(proven::contains)) {
      return new Reach(Reach.State.UNPROVEN, open, heard);
    }
    Optional<Duration> age =
        proven.stream()
            .flatMap(way -> ladder.provenSince(way).stream())
            .min(Long::compare)
            .map(Duration::ofNanos);
    return new Reach(Reach.State.PROVEN, proven, age);
  }
}
