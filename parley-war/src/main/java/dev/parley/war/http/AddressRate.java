package dev.parley.war.http;

import dev.parley.engine.concurrent.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The rate of acts from one address: some at once, and one more after each pause. The thousand
 * addresses that acted last are known. For any thread.
 */
public final class AddressRate {
  /** The number of addresses that are known. */
  public static final int MAX_ADDRESSES = 1_000;

  private final int atOnce;
  private final long pause;
  private final LongSupplier nanos;

  /** The time at which an address has all its acts again, by address. */
  private final Map<String, Long> spentUntil = new BoundedMap<>(MAX_ADDRESSES);

  /**
   * Makes the rate of addresses that have not acted.
   *
   * @param atOnce the acts an address has at once
   * @param pause the time after which it has one more
   * @param nanos a monotonic clock in nanoseconds
   */
  public AddressRate(int atOnce, Duration pause, LongSupplier nanos) {
    this.atOnce = atOnce;
    this.pause = pause.toNanos();
    this.nanos = nanos;
  }

  /**
   * Counts an act of an address.
   *
   * @return zero within the rate; else the time until the next act, and this one does not count
   */
  public synchronized Duration take(String address) {
    long now = nanos.getAsLong();
    Long known = spentUntil.get(address);
    long until = known == null || known - now < 0 ? now : known;
    long wait = until - now - (atOnce - 1) * pause;
    if (wait > 0) {
      return Duration.ofNanos(wait);
    }
    spentUntil.put(address, until + pause);
    return Duration.ZERO;
  }

  /** Returns the number of known addresses. */
  synchronized int addresses() {
    return spentUntil.size();
  }
}
