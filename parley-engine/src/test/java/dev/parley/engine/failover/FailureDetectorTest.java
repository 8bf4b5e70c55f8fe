package dev.parley.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Silence is measured by the time of who listens, from when it first saw what was said last. */
class FailureDetectorTest {
  private final AtomicLong nanos = new AtomicLong();
  private final FailureDetector watch = new FailureDetector(nanos::get, Duration.ofSeconds(5));

  @Test
  void nodeThatIsSeenForTheFirstTime_isNotSilent() {
    assertThat(watch.silence(said(7))).isZero();
  }

  @Test
  void nodeThatCountsOn_isNotSilent() {
    watch.look(List.of(said(7)));
    later(5);
    assertThat(watch.silence(said(8))).isZero();
  }

  @Test
  void nodeThatSaysNothingMore_isSilentSinceItWasSeenFirst() {
    watch.look(List.of(said(7)));
    later(5);
    watch.look(List.of(said(7)));
    later(1);
    assertThat(watch.silence(said(7))).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void nodeThatIsThereNoMore_isForgotten() {
    watch.look(List.of(said(7)));
    later(5);
    watch.look(List.of());
    assertThat(watch.silence(said(7))).isZero();
  }

  @Test
  void whoCouldNotLook_takesNobodyForSilentMeanwhile() {
    watch.look(List.of(said(7)));
    later(6);
    assertThat(watch.silence(said(7))).isZero();
    watch.look(List.of(said(7)));
    assertThat(watch.silence(said(7))).isZero();
    later(2);
    assertThat(watch.silence(said(7))).isEqualTo(Duration.ofSeconds(2));
  }

  private void later(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private static NodeStatus said(long beats) {
    return new NodeStatus("run", "node", Optional.empty(), beats, 0);
  }
}
