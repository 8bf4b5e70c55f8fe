package dev.parley.war.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final BlockingQueue<Long> done = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    clock.shutdownNow();
  }

  @Test
  void ask_first_isFollowedAtOnce() throws Exception {
    Throttle pace =
        new Throttle(clock, () -> done.add(System.nanoTime()), () -> Duration.ofDays(1));
    long asked = System.nanoTime();
    pace.ask();
    assertThat(next() - asked).isLessThan(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void ask_oftenDuringAPause_isFollowedOnceWhenItIsOver() throws Exception {
    Throttle pace = new Throttle(clock, () -> done.add(System.nanoTime()), () -> PAUSE);
    long asked = System.nanoTime();
    pace.ask();
    next();
    for (int i = 0; i < 100; i++) {
      pace.ask();
    }
    assertThat(next() - asked).isGreaterThanOrEqualTo(PAUSE.toNanos());
    pace.ask();
    assertThat(next() - asked).isGreaterThanOrEqualTo(PAUSE.multipliedBy(2).toNanos());
    assertThat(done).isEmpty();
  }

  @Test
  void ask_whileTheWorkIsDone_waitsForThePauseToo() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Throttle pace =
        new Throttle(
            clock,
            () -> {
              begun.countDown();
              awaited(asked);
              done.add(System.nanoTime());
            },
            () -> PAUSE);
    long from = System.nanoTime();
    pace.ask();
    awaited(begun);
    pace.ask();
    asked.countDown();
    next();
    assertThat(next() - from).isGreaterThanOrEqualTo(PAUSE.toNanos());
  }

  @Test
  void work_thatThrows_isDoneAgainWhenAsked() throws Exception {
    Throttle pace =
        new Throttle(
            clock,
            () -> {
              done.add(System.nanoTime());
              throw new IllegalStateException("not now");
            },
            () -> Duration.ZERO);
    pace.ask();
    next();
    pace.ask();
    next();
  }

  @Test
  void ask_afterTheClockStopped_isNotFollowed() {
    Throttle pace = new Throttle(clock, () -> done.add(System.nanoTime()), () -> PAUSE);
    clock.shutdownNow();
    pace.ask();
    assertThat(done).isEmpty();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long next() throws InterruptedException {
    Long at = done.poll(10, TimeUnit.SECONDS);
    assertThat(at).isNotNull();
    return at;
  }
}
