package dev.parley.war.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RatesTest {
  private final AtomicLong nanos = new AtomicLong(77);
  private final Rates rates = new Rates(nanos::get);

  @Test
  void step_isToldOnceItIsOver() {
    for (int i = 0; i < 10; i++) {
      rates.count();
    }
    assertThat(rates.perSecond()).hasSize(Rates.STEPS).containsOnly(0.0);
    pass(1);
    assertThat(rates.perSecond()).endsWith(0.0, 2.0);
    pass(2);
    assertThat(rates.perSecond()).endsWith(2.0, 0.0, 0.0);
  }

  @Test
  void steps_ofLongAgo_areForgotten() {
    rates.count();
    pass(Rates.STEPS);
    assertThat(rates.perSecond()).startsWith(0.2);
    for (int i = 0; i < Rates.STEPS; i++) {
      pass(1);
      assertThat(rates.perSecond()).containsOnly(0.0);
    }
    rates.count();
    pass(10 * Rates.STEPS);
    assertThat(rates.perSecond()).containsOnly(0.0);
  }

  private void pass(int steps) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos((long) steps * Rates.STEP_SECONDS));
  }
}
