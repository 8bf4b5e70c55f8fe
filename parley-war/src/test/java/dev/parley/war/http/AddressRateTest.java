package dev.parley.war.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The rate of one address, and the bound of known addresses. */
class AddressRateTest {
  private static final Duration PAUSE = Duration.ofSeconds(6);

  private final AtomicLong nanos = new AtomicLong();
  private final AddressRate rate = new AddressRate(3, PAUSE, nanos::get);

  private int taken(String address) {
    int taken = 0;
    while (taken < 100 && rate.take(address).isZero()) {
      taken++;
    }
    return taken;
  }

  @Test
  void take_isBoundedForEachAddress() {
    assertThat(taken("a")).isEqualTo(3);
    assertThat(rate.take("a")).isEqualTo(PAUSE);
    assertThat(taken("b")).isEqualTo(3);
  }

  @Test
  void take_isGoodAgainAfterThePause_notBefore() {
    assertThat(taken("a")).isEqualTo(3);
    nanos.addAndGet(PAUSE.toNanos() - 1);
    assertThat(rate.take("a")).isEqualTo(Duration.ofNanos(1));
    nanos.addAndGet(1);
    assertThat(taken("a")).isEqualTo(1);
    nanos.addAndGet(10 * PAUSE.toNanos());
    assertThat(taken("a")).isEqualTo(3);
  }

  @Test
  void addresses_thatActedLongAgo_areForgottenPastTheBound() {
    assertThat(taken("a")).isEqualTo(3);
    for (int i = 1; i < AddressRate.MAX_ADDRESSES; i++) {
      assertThat(rate.take("other " + i)).isZero();
    }
    assertThat(rate.take("a")).isPositive();
    for (int i = 0; i < AddressRate.MAX_ADDRESSES; i++) {
      assertThat(rate.take("another " + i)).isZero();
    }
    assertThat(rate.addresses()).isEqualTo(AddressRate.MAX_ADDRESSES);
    assertThat(rate.take("a")).isZero();
  }
}
