package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookupTimeTest {
  @Test
  void left_isTheRestOfTheLeastTime_andNeverLessThanNothing() {
    long now = System.nanoTime();
    assertThat(LookupTime.left(now)).isBetween(Duration.ZERO, LookupTime.MIN);
    assertThat(LookupTime.left(now - LookupTime.MIN.toNanos())).isZero();
    assertThat(LookupTime.left(now - Duration.ofDays(1).toNanos())).isZero();
  }

  @Test
  void await_endsAtTheLeastTime() {
    long began = System.nanoTime();
    LookupTime.await(began);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(LookupTime.MIN);
  }

  @Test
  void await_byAnInterruptedThread_endsAtOnceAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    LookupTime.await(System.nanoTime() + Duration.ofHours(1).toNanos());
    assertThat(Thread.interrupted()).isTrue();
  }
}
