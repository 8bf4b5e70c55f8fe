package dev.parley.engine.topic;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeliveryExecutorTest {

  @Test
  void relieve_whileListenersHoldEveryThread_letsTheNextOneThrough() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch through = new CountDownLatch(1);
    try (DeliveryExecutor drains = new DeliveryExecutor(1)) {
      for (int i = 0; i < 20; i++) {
        drains.listeners().execute(() -> await(release));
      }
      drains.listeners().execute(through::countDown);
      eventually(
          "somebody gets through",
          () -> {
            drains.relieve();
            return through.getCount() == 0;
          });
      release.countDown();
    }
    assertThat(through.await(1, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void relieve_withoutNeed_addsNoThread() throws Exception {
    try (DeliveryExecutor drains = new DeliveryExecutor(1)) {
      AtomicInteger threads = new AtomicInteger();
      for (int i = 0; i < 50; i++) {
        CountDownLatch done = new CountDownLatch(1);
        drains
            .listeners()
            .execute(
                () -> {
                  String name = Thread.currentThread().getName();
                  int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
                  threads.accumulateAndGet(number, Math::max);
                  done.countDown();
                });
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        drains.relieve();
      }
      assertThat(threads).hasValue(1);
    }
  }

  @Test
  void execute_onceClosed_isSilentlyDropped() {
    DeliveryExecutor drains = new DeliveryExecutor(1);
    drains.close();
    drains.network().execute(() -> {});
    drains.listeners().execute(() -> {});
    drains.close();
  }

  @Test
  void close_finishesADrainUnderWay() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch finished = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (DeliveryExecutor drains = new DeliveryExecutor(1)) {
      drains
          .network()
          .execute(
              () -> {
                entered.countDown();
                await(release);
                finished.countDown();
              });
      assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
      release.countDown();
    }
    assertThat(finished.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
