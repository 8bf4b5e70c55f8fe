package dev.parley.war.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The bound of registrations of one address. */
class RegistrationLimiterTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RegistrationLimiter limiter = new RegistrationLimiter(nanos::get);

  private int taken(String address) {
    int taken = 0;
    while (taken < 100 && limiter.take(address).isEmpty()) {
      taken++;
    }
    return taken;
  }

  @Test
  void take_isBoundedForAnAddress_andGrowsAgain() {
    assertThat(taken("a")).isEqualTo(RegistrationLimiter.MAX_AT_ONCE);
    assertThat(limiter.take("a").orElseThrow()).isBetween(59L, 61L);
    assertThat(taken("b")).isEqualTo(RegistrationLimiter.MAX_AT_ONCE);
    nanos.addAndGet(2 * RegistrationLimiter.PAUSE_NANOS);
    assertThat(taken("a")).isEqualTo(2);
  }

  @Test
  void addresses_thatTriedLongAgo_areForgotten() {
    assertThat(taken("a")).isPositive();
    for (int i = 0; i < RegistrationLimiter.MAX_ADDRESSES; i++) {
      assertThat(limiter.take("other " + i)).isEmpty();
    }
    assertThat(limiter.take("a")).isEmpty();
  }
}
