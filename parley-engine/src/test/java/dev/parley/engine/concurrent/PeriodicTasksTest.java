package dev.parley.engine.concurrent;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeriodicTasksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final PeriodicTasks tasks = new PeriodicTasks("parley-test", 1);

  @AfterEach
  void endNow() {
    tasks.endNow();
  }

  static Stream<Supplier<Throwable>> failures() {
    return Stream.of(
        () -> new ParleyException(new Unavailable("database", Duration.ofSeconds(1))),
        IllegalStateException::new,
        AssertionError::new);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void work_thatFails_isRepeated(Supplier<Throwable> failure) {
    AtomicInteger runs = new AtomicInteger();
    tasks.every(
        1,
        () -> {
          runs.incrementAndGet();
          PeriodicTasksTest.<RuntimeException>raise(failure.get());
        });
    eventually("it runs again", () -> runs.get() > 2);
  }

  @Test
  void work_runsOnDaemonThreadsOfTheName() {
    AtomicReference<Thread> running = new AtomicReference<>();
    tasks.every(1, () -> running.set(Thread.currentThread()));
    eventually("it runs", () -> running.get() != null);
    assertThat(running.get().isDaemon()).isTrue();
    assertThat(running.get().getName()).isEqualTo("parley-test");
  }

  @Test
  void awaitEnd_afterItsPatience_interruptsTheWorkUnderWay() throws InterruptedException {
    CountDownLatch interrupted = hang();
    tasks.end();
    assertThat(tasks.awaitEnd(Duration.ofMillis(1))).isTrue();
    eventually("it is interrupted", () -> interrupted.getCount() == 0);
  }

  @Test
  void awaitEnd_ofAnInterruptedThread_saysSo() throws InterruptedException {
    CountDownLatch interrupted = hang();
    tasks.end();
    Thread.currentThread().interrupt();
    assertThat(tasks.awaitEnd(PATIENCE)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
    eventually("it is interrupted", () -> interrupted.getCount() == 0);
  }

  /** Begins work that ends when it is interrupted; the latch tells. */
  private CountDownLatch hang() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    tasks.every(
        1,
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    begun.await();
    return interrupted;
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
