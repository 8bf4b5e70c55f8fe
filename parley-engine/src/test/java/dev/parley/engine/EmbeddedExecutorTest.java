package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Parley on an executor of the application, in each state that this may be in. */
class EmbeddedExecutorTest {
  private static final int MESSAGES = 500;
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  /** The state of the executor once Parley runs. */
  enum State {
    FREE,
    OCCUPIED,
    CLOSED
  }

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("of-the-application"));

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  private void bring(State state) throws InterruptedException {
    switch (state) {
      case FREE -> {}
      case OCCUPIED -> {
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> hang(begun));
        begun.await(); // its one thread may still deliver
      }
      case CLOSED -> executor.shutdownNow();
    }
  }

  private static void hang(CountDownLatch begun) {
    begun.countDown();
    try {
      NEVER.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @EnumSource
  void messages_arriveOnceAndInOrder_andTheExecutorStaysOpen(State state) throws Exception {
    List<Long> seqs = Collections.synchronizedList(new ArrayList<>());
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    try (Parley parley =
        ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).executor(executor).build()) {
      RoomName room = RoomName.of("lobby");
      Connection alice = parley.connect(ConnectOptions.of("alice"));
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      alice.rooms().join(room);
      bob.rooms().join(room);
      bob.listen(
          event -> {
            if (event instanceof MessageArrived message) {
              threads.add(Thread.currentThread().getName());
              seqs.add(message.message().seq());
            }
          });
      for (int i = 0; i < MESSAGES; i++) {
        if (i == MESSAGES / 2) {
          bring(state);
        }
        alice.rooms().send(room, Body.of("m" + i));
      }
      eventually("all arrived", () -> seqs.size() >= MESSAGES);
    }
    assertThat(seqs)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, MESSAGES).boxed().toList());
    assertThat(threads).doesNotContain("parley-listener-1");
    assertThat(executor.isShutdown()).isEqualTo(state == State.CLOSED);
    if (state == State.FREE) {
      assertThat(executor.getCompletedTaskCount()).isPositive();
      eventually("no task is left", () -> executor.getActiveCount() == 0);
      assertThat(executor.getQueue()).isEmpty();
    }
    if (state != State.FREE) {
      assertThat(threads).contains("parley-listener-aside");
    }
  }
}
