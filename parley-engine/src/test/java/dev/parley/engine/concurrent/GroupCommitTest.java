package dev.parley.engine.concurrent;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
  private static final int THREADS = 100;
  private static final int EACH = 20;

  /** The time that passes with each look at a clock of a test. */
  private static final Duration TICK = Duration.ofNanos(100_000);

  private static final class Line extends GroupCommit.Waiting {
    private final int value;

    Line(int value) {
      this.value = value;
    }
  }

  private final List<Integer> committed = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger largest = new AtomicInteger();
  private final GroupCommit<Line> commits = new GroupCommit<>(this::write);

  private void write(List<Line> numbers) {
    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
    largest.accumulateAndGet(numbers.size(), Math::max);
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200)); // the way to the disk
    for (Line number : numbers) {
      if (number.value < 0) {
        number.fail(new IllegalStateException("its own fault"));
      } else if (number.value == Integer.MAX_VALUE) {
        inside.decrementAndGet();
        throw new IllegalStateException("everybody's fault");
      } else {
        committed.add(number.value);
      }
    }
    inside.decrementAndGet();
  }

  @Test
  void commit_byManyAtOnce_isOneAtATimeWithUpTo64AndLosesNone() throws Exception {
    AtOnce.run(
        THREADS,
        thread -> {
          for (int i = 0; i < EACH; i++) {
            commits.commit(new Line(thread * EACH + i));
          }
          return thread;
        });
    assertThat(committed).hasSize(THREADS * EACH).doesNotHaveDuplicates();
    assertThat(most).hasValue(1);
    assertThat(largest.get()).isBetween(2, 64);
  }

  @Test
  void commit_ofOneThread_keepsItsOrder() {
    for (int i = 0; i < EACH; i++) {
      commits.commit(new Line(i));
    }
    assertThat(committed).isSorted().hasSize(EACH);
  }

  @Test
  void failure_ofOne_isItsOwn() throws Exception {
    List<Boolean> passed =
        AtOnce.run(
            THREADS,
            thread -> {
              if (thread % 2 == 0) {
                commits.commit(new Line(thread));
                return true;
              }
              assertThatIllegalStateException()
                  .isThrownBy(() -> commits.commit(new Line(-thread)))
                  .withMessage("its own fault");
              return false;
            });
    assertThat(committed).hasSameSizeAs(passed.stream().filter(own -> own).toList());
  }

  @Test
  void failure_ofTheCommit_isThrownAndTheNextOneGoesOn() {
    assertThatIllegalStateException()
        .isThrownBy(() -> commits.commit(new Line(Integer.MAX_VALUE)))
        .withMessage("everybody's fault");
    commits.commit(new Line(1));
    assertThat(committed).containsExactly(1);
  }

  @Test
  void caller_thatIsInterrupted_getsItsResultAndStaysInterrupted() throws Exception {
    List<Boolean> interrupted =
        AtOnce.run(
            THREADS,
            thread -> {
              Thread.currentThread().interrupt();
              commits.commit(new Line(thread));
              return Thread.interrupted();
            });
    assertThat(interrupted).containsOnly(true);
    assertThat(committed).hasSize(THREADS);
  }

  @Test
  void caller_whoseWriteAnotherCommits_hasItsWaitReported() throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch disk = new CountDownLatch(1);
    List<String> waited = Collections.synchronizedList(new ArrayList<>());
    GroupCommit<Line> slow =
        new GroupCommit<>(
            lines -> {
              reached.countDown();
              awaitUninterruptibly(disk);
            },
            nanos -> waited.add(Thread.currentThread().getName() + (nanos > 0)));
    Thread first = new Thread(() -> slow.commit(new Line(1)), "first");
    Thread second = new Thread(() -> slow.commit(new Line(2)), "second");
    Thread third = new Thread(() -> slow.commit(new Line(3)), "third");
    first.start();
    reached.await();
    second.start();
    third.start();
    eventually("the others wait", () -> slow.unsettled() == 3);
    disk.countDown();
    for (Thread thread : List.of(first, second, third)) {
      thread.join();
    }
    assertThat(waited).hasSize(1).containsAnyOf("secondtrue", "thirdtrue");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void unsettled_countsThoseUnderWayAndThoseThatWait() throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch disk = new CountDownLatch(1);
    GroupCommit<Line> slow =
        new GroupCommit<>(
            lines -> {
              reached.countDown();
              try {
                disk.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    CompletableFuture<?> first = CompletableFuture.runAsync(() -> slow.commit(new Line(1)));
    reached.await();
    assertThat(slow.unsettled()).isEqualTo(1);
    CompletableFuture<?> second =
        CompletableFuture.runAsync(
            () -> slow.commit(new Line(2)), task -> new Thread(task).start());
    eventually("the second one waits", () -> slow.unsettled() == 2);
    disk.countDown();
    first.join();
    second.join();
    assertThat(slow.unsettled()).isZero();
  }

  @Test
  void waitForCompany_isHalfOfTheLastCommit() throws InterruptedException {
    assertThat(waitAfterTwo(Duration.ofMillis(6), taken -> {}))
        .isBetween(Duration.ofMillis(3), Duration.ofMillis(4));
  }

  @Test
  void waitForCompany_afterAStall_isFiveMilliseconds() throws InterruptedException {
    assertThat(waitAfterTwo(Duration.ofSeconds(5), taken -> {}))
        .isBetween(Duration.ofMillis(5), Duration.ofMillis(6));
  }

  @Test
  void waitForCompany_afterAFailedCommit_isNone() throws InterruptedException {
    LongConsumer failing =
        taken -> {
          throw new IllegalStateException("no connection after " + taken);
        };
    assertThat(waitAfterTwo(Duration.ofMillis(6), failing)).isLessThan(Duration.ofMillis(1));
  }

  /**
   * Returns how long a write waits for company after a commit of two.
   *
   * @param duration the duration of the commit of two
   * @param end its end, called with the nanoseconds it took
   */
  private static Duration waitAfterTwo(Duration duration, LongConsumer end)
      throws InterruptedException {
    AtomicLong clock = new AtomicLong();
    AtomicLong lastBegan = new AtomicLong();
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch disk = new CountDownLatch(1);
    GroupCommit<Line> group =
        new GroupCommit<>(
            lines -> {
              lastBegan.set(clock.get());
              if (lines.size() == 2) {
                clock.addAndGet(duration.toNanos());
                end.accept(duration.toNanos());
              } else {
                reached.countDown();
                awaitUninterruptibly(disk);
              }
            },
            nanos -> {},
            () -> clock.addAndGet(TICK.toNanos()));
    CompletableFuture<?> first = CompletableFuture.runAsync(() -> group.commit(new Line(1)));
    reached.await();
    CompletableFuture<?> two =
        CompletableFuture.allOf(inItsThread(group, 2), inItsThread(group, 3));
    eventually("two wait", () -> group.unsettled() == 3);
    disk.countDown();
    first.join();
    two.handle((done, failure) -> done).join();
    long asked = clock.get();
    group.commit(new Line(4));
    return Duration.ofNanos(lastBegan.get() - asked);
  }

  private static CompletableFuture<Void> inItsThread(GroupCommit<Line> group, int value) {
    return CompletableFuture.runAsync(
        () -> group.commit(new Line(value)), task -> new Thread(task).start());
  }
}
