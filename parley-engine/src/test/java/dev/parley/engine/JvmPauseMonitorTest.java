package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmPauseMonitorTest {
  private final AtomicLong nanos = new AtomicLong();
  private final JvmPauseMonitor standstill = new JvmPauseMonitor(nanos::get);
  private final Logged log = new Logged(JvmPauseMonitor.class.getName());

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void look_asOftenAsUsual_saysNothing() {
    lookAfter(Duration.ofMillis(500));
    lookAfter(Duration.ofSeconds(3));
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void look_afterALongTime_saysHowLong_once() {
    lookAfter(Duration.ofSeconds(20));
    lookAfter(Duration.ofMillis(500));
    assertThat(log.lines())
        .containsExactly(
            "WARNING: Nothing ran here for 20 s: this process or its machine stood still."
                + " It goes on.");
  }

  private void lookAfter(Duration time) {
    nanos.addAndGet(time.toNanos());
    standstill.look();
  }
}
