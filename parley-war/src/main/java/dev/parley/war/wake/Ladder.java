package dev.parley.war.wake;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The rungs of one connection with the evidence that each of them works. An offer is a hand-out of
 * messages, or a wake; it counts as seen with the first sign of the model that follows soon: a tool
 * call, an acknowledgement, an echo, or a turn that goes on. Signs say nothing of {@link
 * Rung#CHANNEL}, which the clients that do not show it get as well.
 *
 * <p>A sign costs one read while no offer is open. Safe for all threads.
 */
final class Ladder {
  /** The offers in a row without a sign after which a rung is not trusted. */
  static final int MAX_UNSEEN = 2;

  /** The time for which a sign proves a rung. */
  static final long PROVEN_NANOS = 30 * 60_000_000_000L;

  /** The time within which a sign counts for an offer. */
  static final long SIGN_NANOS = 120 * 1_000_000_000L;

  private static final Evidence NONE = new Evidence(OptionalLong.empty(), OptionalLong.empty(), 0);

  private final LongSupplier clock;
  private final Map<Rung, AtomicReference<Evidence>> evidence = new EnumMap<>(Rung.class);

  /** True while there may be an offer that no sign has followed. */
  private volatile boolean isOpen;

  /**
   * The evidence of one rung.
   *
   * @param offeredAt the time of the last offer
   * @param seenAt the time of the last sign that followed an offer
   * @param unseen the offers since then
   */
  record Evidence(OptionalLong offeredAt, OptionalLong seenAt, int unseen) {
    /** Returns true if a sign at {@code now} counts for the last offer. */
    private boolean isAwaited(long now) {
      return unseen > 0 && offeredAt.isPresent() && now - offeredAt.getAsLong() < SIGN_NANOS;
    }

    private Evidence offered(long now) {
      return new Evidence(OptionalLong.of(now), seenAt, unseen + 1);
    }

    private Evidence seen(long now) {
      return new Evidence(offeredAt, OptionalLong.of(now), 0);
    }

    private Evidence failed() {
      return new Evidence(offeredAt, seenAt, Math.max(unseen, MAX_UNSEEN));
    }
  }

  Ladder() {
    this(System::nanoTime);
  }

  /**
   * @param clock counts nanoseconds
   */
  Ladder(LongSupplier clock) {
    this.clock = clock;
    for (Rung rung : Rung.values()) {
      evidence.put(rung, new AtomicReference<>(NONE));
    }
  }

  Evidence of(Rung rung) {
    return Objects.requireNonNull(at(rung).get());
  }

  private AtomicReference<Evidence> at(Rung rung) {
    return Objects.requireNonNull(evidence.get(rung));
  }

  /** Notes that something was offered by {@code rung}. */
  void offered(Rung rung) {
    long now = clock.getAsLong();
    at(rung).updateAndGet(known -> known.offered(now));
    isOpen = true;
  }

  /** Notes a sign of the model. */
  void sign() {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    long now = clock.getAsLong();
    evidence.forEach(
        (rung, known) -> {
          if (rung != Rung.CHANNEL) {
            known.updateAndGet(before -> before.isAwaited(now) ? before.seen(now) : before);
          }
        });
  }

  /** Notes that the model has answered what was offered by {@code rung}. */
  void proved(Rung rung) {
    long now = clock.getAsLong();
    at(rung).updateAndGet(known -> known.seen(now));
  }

  /** Notes that an offer by {@code rung} that had to be answered was not. */
  void failed(Rung rung) {
    at(rung).updateAndGet(Evidence::failed);
  }

  /** Returns true if offers by {@code rung} have led to nothing for too long. */
  boolean isFailing(Rung rung) {
    return of(rung).unseen() >= MAX_UNSEEN;
  }

  /** Returns the time since {@code rung} was proven; empty where it is not. */
  Optional<Long> provenSince(Rung rung) {
    Evidence known = of(rung);
    if (known.seenAt().isEmpty() || isFailing(rung)) {
      return Optional.empty();
    }
    long age = clock.getAsLong() - known.seenAt().getAsLong();
    return age < PROVEN_NANOS ? Optional.of(age) : Optional.empty();
  }
}
