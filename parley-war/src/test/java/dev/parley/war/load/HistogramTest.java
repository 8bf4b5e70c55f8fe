package dev.parley.war.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void shares_areWithinABucket_andTheMaximumIsExact() {
    Histogram histogram = new Histogram();
    for (int i = 1; i <= 10_000; i++) {
      histogram.record(i * 1_000_000L);
    }

    assertThat(histogram.millisAt(0.5)).isCloseTo(5_000, within(5_000 / 64.0));
    assertThat(histogram.millisAt(0.99)).isCloseTo(9_900, within(9_900 / 64.0));
    assertThat(histogram.maxMillis()).isEqualTo(10_000);
  }

  @Test
  void durations_ofNothingAndOfYears_haveABucket() {
    Histogram histogram = new Histogram();
    histogram.record(0);
    histogram.record(Long.MAX_VALUE);

    assertThat(histogram.millisAt(0.5)).isZero();
    assertThat(histogram.maxMillis()).isEqualTo(Long.MAX_VALUE / 1e6);
  }
}
