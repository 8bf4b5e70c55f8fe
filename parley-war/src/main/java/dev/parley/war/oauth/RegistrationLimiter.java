package dev.parley.war.oauth;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Bounds the registrations of an address: ten at once, and one more each minute. The thousand
 * addresses that registered last are known. For any thread.
 */
final class RegistrationLimiter {
  static final int MAX_AT_ONCE = 10;
  static final int MAX_ADDRESSES = 1_000;
  static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanos;

  /** The time at which an address has all its registrations again, by address. */
  private final Map<String, Long> spentUntil =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  RegistrationLimiter(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Counts a registration; returns the seconds to wait where it is one too many. */
  synchronized OptionalLong take(String address) {
    long now = nanos.getAsLong();
    Long known = spentUntil.get(address);
    long until = known == null || known - now < 0 ? now : known;
    long free = until - now - (MAX_AT_ONCE - 1) * PAUSE_NANOS;
    if (free > 0) {
      return OptionalLong.of(TimeUnit.NANOSECONDS.toSeconds(free) + 1);
    }
    spentUntil.put(address, until + PAUSE_NANOS);
    return OptionalLong.empty();
  }
}
