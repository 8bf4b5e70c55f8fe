package dev.parley.war.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateHistoryTest {
  private final AtomicLong nanos = new AtomicLong(77);
  private final RateHistory rates = new RateHistory(nanos::get);

  @Test
  void step_isToldOnceItIsOver() {
    for (int i = 0; i < 10; i++) {
      rates.count();
    }
    assertThat(rates.perSecond()).hasSize(RateHistory.STEPS).containsOnly(0.0);
    pass(1);
    assertThat(rates.perSecond()).endsWith(0.0, 2.0);
    pass(2);
    assertThat(rates.perSecond()).endsWith(2.0, 0.0, 0.0);
  }

  @Test
  void steps_ofLongAgo_areForgotten() {
    rates.count();
    pass(RateHistory.STEPS);
    assertThat(rates.perSecond()).startsWith(0.2);
    for (int i = 0; i < RateHistory.STEPS; i++) {
      pass(1);
      assertThat(rates.perSecond()).containsOnly(0.0);
    }
    rates.count();
    pass(10 * RateHistory.STEPS);
    assertThat(rates.perSecond()).containsOnly(0.0);
  }

  private void pass(int steps) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos((long) steps * RateHistory.STEP_SECONDS));
  }
}
