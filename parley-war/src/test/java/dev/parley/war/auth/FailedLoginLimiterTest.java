package dev.parley.war.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.http.AccessAudit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Guessing a token costs time, and whoever has it does not notice. */
class FailedLoginLimiterTest {
  private final AtomicLong nanos = new AtomicLong();
  private final FailedLoginLimiter throttle = new FailedLoginLimiter(nanos::get, AccessAudit.NONE);

  @Test
  void theTenthWrongToken_isWithinTheBound_theEleventhIsNot() {
    for (int i = 0; i < FailedLoginLimiter.MAX_AT_ONCE; i++) {
      assertThat(throttle.wrong("a", "door")).isEmpty();
    }
    assertThat(throttle.wrong("a", "door")).hasValue(6_000);
    assertThat(throttle.wrong("b", "door")).isEmpty();
  }

  @Test
  void sixSecondsLater_oneMoreIsWithinTheBound() {
    for (int i = 0; i < FailedLoginLimiter.MAX_AT_ONCE; i++) {
      assertThat(throttle.wrong("a", "door")).isEmpty();
    }
    nanos.addAndGet(Duration.ofMillis(5_999).toNanos());
    assertThat(throttle.wrong("a", "door")).hasValue(1);
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(throttle.wrong("a", "door")).isEmpty();
    assertThat(throttle.wrong("a", "door")).hasValue(6_000);
  }
}
