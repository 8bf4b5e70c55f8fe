package dev.parley.war.wake;

import dev.parley.war.wake.WakeTestResult.Evidence;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A nonce on its way to a model. Each rung hands it out once. While one has handed it out lately,
 * the others wait, so that they are tried one after the other. Safe for all threads.
 */
final class Probe {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int NONCE_BYTES = 5;

  private final String nonce;
  private final boolean echoes;
  private final long stepNanos;
  private final LongSupplier clock;
  private final List<Rung> offered = new ArrayList<>();
  private final Set<Rung> carried = EnumSet.noneOf(Rung.class);
  private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
  private Evidence evidence = Evidence.NONE;
  private long carriedAt;
  private OptionalLong rangAt = OptionalLong.empty();
  private Optional<Rung> by = Optional.empty();

  /**
   * @param echoes whether the model has the tool that echoes a nonce; else any call is an answer
   * @param stepNanos the time a rung has for an answer before the next one is tried
   */
  Probe(boolean echoes, long stepNanos, LongSupplier clock) {
    byte[] random = new byte[NONCE_BYTES];
    RANDOM.nextBytes(random);
    this.nonce = HexFormat.of().formatHex(random);
    this.echoes = echoes;
    this.stepNanos = stepNanos;
    this.clock = clock;
  }

  /** Returns the text for the model where {@code rung} is to hand it out now. */
  synchronized Optional<String> take(Rung rung) {
    if (answered.isDone() || carried.contains(rung) || (isCarried() && isFresh(carriedAt))) {
      return Optional.empty();
    }
    carried.add(rung);
    if (rung != Rung.CHANNEL || by.isEmpty()) {
      by = Optional.of(rung);
    }
    if (rung != Rung.CHANNEL) {
      carriedAt = clock.getAsLong();
    }
    note(rung);
    return Optional.of(
        echoes
            ? "Parley wake test, not a message: call the tool wake_test with nonce \""
                + nonce
                + "\" now and go on. It checks that you can be reached; answer nobody else."
            : "Parley wake test, not a message: call any Parley tool now and go on. It checks"
                + " that you can be reached; answer nobody.");
  }

  /** Returns true if {@code rung} is to begin a turn for it. */
  synchronized boolean wantsBell(Rung rung) {
    boolean waits = rangAt.isPresent() && isFresh(rangAt.getAsLong());
    return !answered.isDone() && !isCarried() && !offered.contains(rung) && !waits;
  }

  /** Returns true if the model has the text by a rung that its client is known to show. */
  private boolean isCarried() {
    return carried.stream().anyMatch(rung -> rung != Rung.CHANNEL);
  }

  private boolean isFresh(long at) {
    return clock.getAsLong() - at < stepNanos;
  }

  /** Notes that {@code rung} has begun a turn, in which another one is to carry the text. */
  synchronized void rang(Rung rung) {
    note(rung);
    rangAt = OptionalLong.of(clock.getAsLong());
    if (by.isEmpty()) {
      by = Optional.of(rung);
    }
  }

  private void note(Rung rung) {
    if (!offered.contains(rung)) {
      offered.add(rung);
    }
  }

  /** Takes back what was handed out, as it did not arrive. */
  synchronized void notReceived() {
    carried.clear();
  }

  /** Notes a tool call of the model. */
  synchronized void called() {
    if (!offered.isEmpty() && evidence != Evidence.ECHO) {
      evidence = Evidence.CALL;
      if (!echoes) {
        answered.complete(true);
      }
    }
  }

  /** Notes that the turn went on. */
  synchronized void turned() {
    if (!carried.isEmpty() && evidence == Evidence.NONE) {
      evidence = Evidence.TURN;
    }
  }

  /** Returns true if {@code text} is its nonce, which ends the test. */
  synchronized boolean echo(String text) {
    if (!nonce.equals(text)) {
      return false;
    }
    evidence = Evidence.ECHO;
    answered.complete(true);
    return true;
  }

  /** Returns a future that completes with true when the model has answered. */
  CompletableFuture<Boolean> answered() {
    return answered;
  }

  synchronized Evidence evidence() {
    return evidence;
  }

  /** Returns the rung that carried the nonce last, or the first that began a turn. */
  synchronized Optional<Rung> by() {
    return by;
  }

  synchronized List<Rung> offered() {
    return List.copyOf(offered);
  }
}
