package dev.parley.war.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogLimiterTest {
  private final AtomicLong nanos = new AtomicLong();
  private final LogLimiter lines = new LogLimiter(nanos::get);

  @Test
  void cause_hasOneLineAMinute_whichCountsThoseLeftOut() {
    assertThat(lines.ask("a")).hasValue(0);
    assertThat(lines.ask("a")).isEmpty();
    nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    assertThat(lines.ask("a")).isEmpty();
    nanos.addAndGet(1);
    assertThat(lines.ask("a")).hasValue(2);
    assertThat(lines.ask("a")).isEmpty();
  }

  @Test
  void causes_areBounded_andHaveLinesOfTheirOwn() {
    for (int i = 0; i <= LogLimiter.MAX_CAUSES; i++) {
      assertThat(lines.ask("cause" + i)).hasValue(0);
    }
    assertThat(lines.causes()).isEqualTo(LogLimiter.MAX_CAUSES);
  }
}
