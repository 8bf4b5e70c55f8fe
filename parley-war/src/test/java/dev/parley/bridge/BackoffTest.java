package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void next_doublesToItsLimitAndBeginsAgain() {
    Backoff backoff = new Backoff(2_000);
    for (int step : new int[] {100, 200, 400, 800, 1_600, 2_000, 2_000}) {
      assertThat(backoff.next()).isBetween(step / 2, step);
    }
    backoff.reset();
    assertThat(backoff.next()).isBetween(50, 100);
  }
}
