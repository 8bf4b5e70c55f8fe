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

/** A Parley on executors of the application, in each state that these may be in. */
class EmbeddedExecutorsTest {
  private static final int MESSAGES = 500;
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  /** What becomes of the executors once Parley runs. */
  enum State {
    FREE,
    OCCUPIED,
    CLOSED
  }

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("of-the-application"));
  private final ScheduledThreadPoolExecutor scheduler =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("timer-of-the-application"));

  @AfterEach
  void end() {
    executor.shutdownNow();
    scheduler.shutdownNow();
  }

  private void bring(State state) {
    switch (state) {
      case FREE -> {}
      case OCCUPIED -> {
        executor.execute(EmbeddedExecutorsTest::hang);
        scheduler.execute(EmbeddedExecutorsTest::hang);
      }
      case CLOSED -> {
        executor.shutdownNow();
        scheduler.shutdownNow();
      }
    }
  }

  private static void hang() {
    try {
      NEVER.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @EnumSource
  void messages_arriveOnceAndInOrder_andTheExecutorsStayOpen(State state) {
    List<Long> seqs = Collections.synchronizedList(new ArrayList<>());
    List<String> threads = Collections.synchronizedList(new ArrayList<>());
    try (Parley parley =
        ParleyBuilder.builder()
            .inMemory()
            .rateLimit(RateLimit.OFF)
            .executor(executor, scheduler)
            .build()) {
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
      assertThat(threads).contains("of-the-application");
      eventually("no task is left", () -> executor.getActiveCount() == 0);
      assertThat(executor.getQueue()).isEmpty();
    }
    if (state != State.FREE) {
      assertThat(threads).contains("parley-listener-aside");
    }
  }
}
