package dev.parley.engine.concurrent;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CoalescingTaskTest {
  private final HandCrank crank = new HandCrank();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void wake_manyTimesBeforeItsTurn_runsOnce() {
    CoalescingTask wakeup = counting();
    for (int i = 0; i < 10; i++) {
      wakeup.wake();
    }
    assertThat(crank.waiting()).isEqualTo(1);
    assertThat(wakeup.isQueued()).isTrue();
    crank.turn();
    assertThat(runs).hasValue(1);
    assertThat(wakeup.isQueued()).isFalse();
  }

  @Test
  void wake_whileItRuns_runsOnceMore() {
    CoalescingTask[] self = new CoalescingTask[1];
    self[0] =
        new CoalescingTask(
            () -> {
              if (runs.incrementAndGet() == 1) {
                self[0].wake();
                self[0].wake();
                assertThat(crank.waiting()).isZero();
              }
              return false;
            });
    self[0].runOn(crank);
    self[0].wake();
    crank.turn();
    assertThat(runs).hasValue(2);
  }

  /** Work that runs waits for nobody's turn, woken again or not. */
  @Test
  void isQueued_whileItRuns_isFalse() {
    CoalescingTask[] self = new CoalescingTask[1];
    self[0] =
        new CoalescingTask(
            () -> {
              assertThat(self[0].isQueued()).isFalse();
              if (runs.incrementAndGet() == 1) {
                self[0].wake();
                assertThat(self[0].isQueued()).isFalse();
              }
              return false;
            });
    self[0].runOn(crank);
    self[0].wake();
    crank.turn();
    assertThat(runs).hasValue(2);
  }

  @Test
  void work_thatHasMore_runsAgainAfterOthersHadTheirTurn() {
    CoalescingTask wakeup = new CoalescingTask(() -> runs.incrementAndGet() < 3);
    wakeup.runOn(crank);
    wakeup.wake();
    crank.turnOnce();
    assertThat(crank.waiting()).isEqualTo(1);
    crank.turn();
    assertThat(runs).hasValue(3);
  }

  @Test
  void work_thatThrows_canBeWokenAgain() {
    CoalescingTask wakeup =
        new CoalescingTask(
            () -> {
              runs.incrementAndGet();
              throw new IllegalStateException("on purpose");
            });
    wakeup.runOn(crank);
    wakeup.wake();
    assertThatIllegalStateException().isThrownBy(crank::turn);
    wakeup.wake();
    assertThatIllegalStateException().isThrownBy(crank::turn);
    assertThat(runs).hasValue(2);
  }

  @Test
  void wake_byManyThreads_isNeverLostAndNeverRunsTwoAtATime() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      AtomicLong asked = new AtomicLong();
      AtomicLong seen = new AtomicLong();
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      CoalescingTask wakeup =
          new CoalescingTask(
              () -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                seen.set(asked.get());
                inside.decrementAndGet();
                return false;
              });
      wakeup.runOn(pool);
      for (int round = 0; round < 20; round++) {
        AtOnce.run(
            4,
            thread -> {
              for (int i = 0; i < 5_000; i++) {
                asked.incrementAndGet();
                wakeup.wake();
              }
              return thread;
            });
        eventually("the last wake is seen", () -> seen.get() == asked.get());
      }
      assertThat(most).hasValue(1);
    } finally {
      pool.shutdownNow();
    }
  }

  private CoalescingTask counting() {
    CoalescingTask wakeup =
        new CoalescingTask(
            () -> {
              runs.incrementAndGet();
              return false;
            });
    wakeup.runOn(crank);
    return wakeup;
  }
}
