package dev.parley.engine.persistence.h2;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.AtOnce;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class FileSyncTest {
  private static final int THREADS = 32;
  private static final int EACH = 20;

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  private void syncOfADisk() {
    begun.incrementAndGet();
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
    ended.incrementAndGet();
  }

  @Test
  void await_byManyAtOnce_sharesSyncs() throws Exception {
    FileSync sync = new FileSync(this::syncOfADisk);
    AtOnce.run(
        THREADS,
        thread -> {
          for (int i = 0; i < EACH; i++) {
            sync.await();
          }
          return thread;
        });
    assertThat(ended.get()).isBetween(EACH, THREADS * EACH - 1);
  }

  /** A sync that runs when a commit comes may have passed its bytes already. */
  @Test
  void await_endsAfterASyncThatBeganLater() throws Exception {
    FileSync sync = new FileSync(this::syncOfADisk);
    List<Boolean> proven =
        AtOnce.run(
            THREADS,
            thread -> {
              boolean isProven = true;
              for (int i = 0; i < EACH; i++) {
                int before = begun.get();
                sync.await();
                isProven &= ended.get() > before;
              }
              return isProven;
            });
    assertThat(proven).containsOnly(true);
  }

  @Test
  void await_duringASync_waitsForTheNext() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    FileSync sync =
        new FileSync(
            () -> {
              begun.incrementAndGet();
              await(goesOn);
              ended.incrementAndGet();
            });
    CompletableFuture<Void> first = CompletableFuture.runAsync(sync::await);
    eventually("the first sync runs", () -> begun.get() == 1);
    CompletableFuture<Integer> second =
        CompletableFuture.supplyAsync(
            () -> {
              sync.await();
              return ended.get();
            });
    goesOn.countDown();
    first.get(10, TimeUnit.SECONDS);
    assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** An operating system may report success after it has dropped what it failed to write. */
  @Test
  void failedSync_failsAllThatFollow() {
    FileSync sync =
        new FileSync(
            () -> {
              if (begun.incrementAndGet() == 1) {
                throw new IOException("Input/output error");
              }
            });
    assertThatIllegalStateException().isThrownBy(sync::await);
    assertThat(sync.hasFailed()).isTrue();
    assertThatIllegalStateException().isThrownBy(sync::await);
    assertThat(begun).hasValue(1);
  }

  @Test
  void databaseClosedMeanwhile_failsThatSyncAlone() {
    FileSync sync =
        new FileSync(
            () -> {
              if (begun.incrementAndGet() == 1) {
                throw new SQLException("closed");
              }
            });
    assertThatIllegalStateException()
        .isThrownBy(sync::await)
        .withCauseInstanceOf(SQLException.class);
    assertThat(sync.hasFailed()).isFalse();
    sync.await();
    assertThat(begun).hasValue(2);
  }
}
