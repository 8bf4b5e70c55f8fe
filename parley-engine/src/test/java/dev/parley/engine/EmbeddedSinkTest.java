package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection whose pushes go to one network stream after another. */
class EmbeddedSinkTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  private final Parley parley =
      ParleyBuilder.builder()
          .inMemory()
          .rateLimit(RateLimit.OFF)
          .stuckAfter(Duration.ofMillis(100))
          .build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice"));
  private final Connection bob = parley.connect(ConnectOptions.of("bob"));

  @BeforeEach
  void meet() {
    alice.rooms().join(PLANNING);
    bob.rooms().join(PLANNING);
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void stream_thatWasCut_resumesAfterTheLastReceived() {
    Stream first = attach(OptionalLong.empty());
    send(10);
    eventually("ten arrive", () -> first.words.size() == 10);
    Stream second = attach(OptionalLong.of(4));
    send(30);
    eventually("the rest arrives", () -> second.words.size() == 36);
    assertThat(second.words)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(5, 40).mapToObj(n -> n + ":" + n).toList());
    assertThat(first.cuts).containsExactly(Sink.Cut.REPLACED);
  }

  @Test
  void stream_thatWasAwayTooLong_isToldOnceAndWorksOn() {
    Stream first = attach(OptionalLong.empty());
    send(10);
    eventually("ten arrive", () -> first.words.size() == 10);
    attach(OptionalLong.empty()).ready = false;
    send(2_000);
    Stream second = attach(OptionalLong.of(10));
    eventually("what is left arrives", () -> second.words.size() == 1_025);
    assertThat(second.words).startsWith("11:lost 976", "12:987").endsWith("1035:2010");
    send(1);
    eventually("it works on", () -> second.words.contains("1036:2011"));
  }

  @Test
  void stream_thatTakesNothing_isCutAtItsDeadlineAndNothingIsLost() {
    Stream stuck = attach(OptionalLong.empty());
    stuck.ready = false;
    send(5);
    eventually("it is cut", () -> stuck.cuts.contains(Sink.Cut.STUCK));
    assertThat(stuck.words).isEmpty();
    Stream next = attach(OptionalLong.of(0));
    eventually("all arrive", () -> next.words.size() == 5);
  }

  @Test
  void stream_ofAConnectionThatCloses_isCut() {
    Stream stream = attach(OptionalLong.empty());
    bob.close();
    eventually("it is cut", () -> List.copyOf(stream.cuts).equals(List.of(Sink.Cut.CLOSED)));
  }

  @Test
  void streams_ofAParleyThatCloses_haveAllThatWasAcknowledged() {
    Stream stream = attach(OptionalLong.empty());
    send(500);
    parley.close();
    assertThat(stream.words).hasSize(500);
    assertThat(stream.cuts).containsExactly(Sink.Cut.CLOSED);
  }

  private Stream attach(OptionalLong lastReceived) {
    Stream stream = new Stream();
    bob.attach(stream, lastReceived);
    return stream;
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      alice.rooms().send(PLANNING, Body.of("m"));
    }
  }

  /** Writes {@code number:seq} for every push. */
  private static final class Stream implements Sink {
    final Queue<String> words = new ConcurrentLinkedQueue<>();
    final Queue<Cut> cuts = new ConcurrentLinkedQueue<>();
    volatile boolean ready = true;

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void deliver(Push push) {
      words.add(
          push.number()
              + ":"
              + (push.event() instanceof MessagesLost lost
                  ? "lost " + lost.count()
                  : ((MessageArrived) push.event()).message().seq()));
    }

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {
      cuts.add(why);
    }
  }
}
