package dev.parley.war.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShareOfTimeTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final ShareOfTime pace = new ShareOfTime(0.1, Duration.ofNanos(200), now::get);

  private boolean isDueAfter(long nanos) {
    now.addAndGet(nanos);
    return pace.isDue();
  }

  @Test
  void work_thatTookLong_isDueLater() {
    assertThat(pace.isDue()).isTrue();
    pace.run(() -> now.addAndGet(10));
    assertThat(isDueAfter(89)).isFalse();
    assertThat(isDueAfter(1)).isTrue();
  }

  @Test
  void pause_hasALimit() {
    pace.run(() -> now.addAndGet(1_000));
    assertThat(isDueAfter(199)).isFalse();
    assertThat(isDueAfter(1)).isTrue();
  }

  @Test
  void work_thatFails_takesTimeToo() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                pace.run(
                    () -> {
                      now.addAndGet(10);
                      throw new IllegalStateException();
                    }));
    assertThat(pace.isDue()).isFalse();
  }
}
