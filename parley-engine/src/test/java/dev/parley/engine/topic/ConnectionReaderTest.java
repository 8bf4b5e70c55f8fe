package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.event.MessagesLost;
import dev.parley.event.Notice;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Push;
import dev.parley.spi.Sink;
import dev.parley.spi.SinkRegistration;
import dev.parley.spi.Telemetry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Delivery to one sink after another: order, turns, readiness, farewells. */
class ConnectionReaderTest {
  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 64, Telemetry.NONE);
  private final Talk talk = new Talk("planning", 64);
  private final RecordingSink sink = new RecordingSink();

  @Test
  void append_afterFollow_isDeliveredInOrderWithNumbersFrom1() {
    talk.says("bob", "before");
    attach(sink);
    talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    talk.says("bob", "three");
    crank.turn();
    assertThat(sink.words()).containsExactly("one", "two", "three");
    assertThat(sink.numbers()).containsExactly(1L, 2L, 3L);
  }

  /** The hash of a sender is compared first, and never alone. */
  @Test
  void append_byAConnectionWithTheHashOfTheReaders_isDelivered() {
    assertThat(Talk.connection("BB")).hasSameHashCodeAs(Talk.connection("Aa"));
    ConnectionReader twin = new ConnectionReader(Talk.connection("Aa"), 64, Telemetry.NONE);
    twin.attach(sink, OptionalLong.empty(), crank, true);
    talk.topic.follow(twin);
    talk.says("BB", "by another");
    talk.says("Aa", "own");
    crank.turn();
    assertThat(sink.words()).containsExactly("by another");
  }

  @Test
  void undelivered_countsWhatTheSinkHasNotTakenAndIsKept() {
    talk.topic.follow(reader);
    talk.says("bob", 1, 3);
    assertThat(reader.undelivered()).isZero();
    attach(sink);
    crank.turnOnce();
    talk.says("bob", 4, 5);
    sink.room = 0;
    crank.turn();
    long before = reader.undelivered();
    talk.says("bob", "six");
    assertThat(reader.undelivered()).isEqualTo(before + 1);
    talk.says("bob", 7, 200);
    assertThat(reader.undelivered()).isEqualTo(64);
    sink.room = Integer.MAX_VALUE;
    reader.wake();
    crank.turn();
    assertThat(reader.undelivered()).isZero();
  }

  @Test
  void drain_ofManyAtOnce_flushesOnceAtItsEnd() {
    attach(sink);
    talk.topic.follow(reader);
    crank.turn();
    int before = sink.flushes;
    talk.says("bob", 1, 30);
    crank.turn();
    assertThat(sink.taken).hasSize(30);
    assertThat(sink.flushes).isEqualTo(before + 1);
  }

  /** A poll that need not wait answers at a flush: it must not do so with events undelivered. */
  @Test
  void flush_whileACommandWaits_comesAfterWhatIsThere() {
    sink.atBegin = reader::checkpoint;
    talk.topic.follow(reader);
    attach(sink);
    talk.says("bob", "one");
    crank.turn();
    assertThat(sink.words()).containsExactly("one");
    assertThat(sink.takenAtFlush).containsExactly(1);
  }

  @Test
  void begin_isCalledOnceBeforeAllElseWithTheNumberOfTheLastPush() {
    attach(sink);
    talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    assertThat(sink.begun).containsExactly(0L);
    talk.says("bob", "three");
    crank.turn();
    RecordingSink next = new RecordingSink();
    reader.attach(next, OptionalLong.of(1), crank, true);
    crank.turn();
    assertThat(sink.begun).containsExactly(0L);
    assertThat(next.begun).containsExactly(1L);
    assertThat(next.numbers()).containsExactly(2L, 3L);
  }

  @Test
  void drain_ofMoreThanATurn_letsOthersHaveTheirs() {
    Talk long1 = new Talk("long", 2048);
    attach(sink);
    long1.topic.follow(reader);
    crank.turn();
    long1.says("bob", 1, 1_000);
    crank.turnOnce();
    assertThat(sink.taken).hasSize(512);
    assertThat(crank.waiting()).isEqualTo(1);
    crank.turn();
    assertThat(sink.taken).hasSize(1_000);
  }

  /** One room that is always full does not keep the next one waiting. */
  @Test
  void drain_ofTwoTopics_doesNotStarveTheSecond() {
    Talk busy = new Talk("busy", 4096);
    attach(sink);
    busy.topic.follow(reader);
    talk.topic.follow(reader);
    busy.says("bob", 1, 600);
    talk.says("bob", "quiet");
    for (int turns = 0; turns < 4; turns++) {
      crank.turnOnce();
      busy.says("bob", 1, 600);
    }
    assertThat(sink.words()).contains("quiet");
  }

  @Test
  void sink_thatIsNotReady_getsTheRestOnceItWakes() {
    SinkRegistration attachment = attach(sink);
    talk.topic.follow(reader);
    sink.room = 2;
    talk.says("bob", 1, 5);
    crank.turn();
    assertThat(sink.words()).containsExactly("1", "2");
    talk.says("bob", "6");
    crank.turn();
    assertThat(sink.words()).containsExactly("1", "2");
    sink.room = 100;
    attachment.wake();
    crank.turn();
    assertThat(sink.words()).containsExactly("1", "2", "3", "4", "5", "6");
  }

  @Test
  void sink_thatThrows_isCutAndTheNextGoesOnAfterWhatWasHandedOver() {
    List<Sink.Cut> cuts = new ArrayList<>();
    attach(
        new FailingSink(cuts) {
          @Override
          public void deliver(Push push) {
            throw new IllegalStateException("on purpose");
          }
        });
    talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    assertThat(cuts).containsExactly(Sink.Cut.FAILED);
    attach(sink);
    crank.turn();
    assertThat(sink.words()).containsExactly("two");
    assertThat(sink.numbers()).containsExactly(2L);
  }

  @Test
  void sink_thatThrowsAnError_isCutToo() {
    List<Sink.Cut> cuts = new ArrayList<>();
    attach(
        new FailingSink(cuts) {
          @Override
          public void flush() {
            throw new AssertionError("on purpose");
          }
        });
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    assertThat(cuts).containsExactly(Sink.Cut.FAILED);
  }

  @Test
  void attach_inPlaceOfAnother_cutsThatOne() {
    attach(sink);
    crank.turn();
    RecordingSink next = new RecordingSink();
    attach(next);
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    assertThat(sink.cuts).containsExactly(Sink.Cut.REPLACED);
    assertThat(sink.taken).isEmpty();
    assertThat(next.words()).containsExactly("one");
    assertThat(next.cuts).isEmpty();
  }

  @Test
  void attach_inPlaceOfOneWhoseFarewellThrows_stillTakesItsPlace() {
    attach(
        new FailingSink(new ArrayList<>()) {
          @Override
          public void cut(Cut why) {
            throw new IllegalStateException("on purpose");
          }
        });
    crank.turn();
    attach(sink);
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    assertThat(sink.words()).containsExactly("one");
  }

  /** What the one before gathers meanwhile is the one before's; nothing after the swap is. */
  @Test
  void attach_whileTheOneBeforeIsBeingServed_takesOverAtTheNextPush() {
    List<String> before = new ArrayList<>();
    attach(
        new FailingSink(new ArrayList<>()) {
          @Override
          public void deliver(Push push) {
            before.add(((MessageArrived) push.event()).message().text());
            if (push.number() == 3) {
              attach(sink);
            }
          }
        });
    talk.topic.follow(reader);
    talk.says("bob", 1, 10);
    crank.turn();
    assertThat(before).containsExactly("1", "2", "3");
    assertThat(sink.words()).containsExactly("4", "5", "6", "7", "8", "9", "10");
  }

  @Test
  void attach_withAnotherExecutor_isServedThere() {
    HandCrank other = new HandCrank();
    attach(sink);
    RecordingSink listener = new RecordingSink();
    reader.attach(listener, OptionalLong.empty(), other, false);
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    assertThat(listener.taken).isEmpty();
    other.turn();
    assertThat(listener.words()).containsExactly("one");
  }

  @Test
  void close_cutsTheSinkOnceAndSaysWhenThatIsDone() {
    attach(sink);
    crank.turn();
    var first = reader.close().toCompletableFuture();
    assertThat(first).isNotDone();
    var second = reader.close().toCompletableFuture();
    crank.turn();
    assertThat(sink.cuts).containsExactly(Sink.Cut.CLOSED);
    assertThat(reader.isAttached()).isFalse();
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
  }

  @Test
  void close_deliversFirstWhatTheSinkTakesWithoutWaiting() {
    attach(sink);
    talk.topic.follow(reader);
    sink.room = 2;
    talk.says("bob", 1, 5);
    var closed = reader.close().toCompletableFuture();
    crank.turn();
    assertThat(sink.words()).containsExactly("1", "2");
    assertThat(sink.cuts).containsExactly(Sink.Cut.CLOSED);
    assertThat(closed).isCompleted();
  }

  @Test
  void close_withoutASink_isDoneAtOnce() {
    assertThat(reader.close().toCompletableFuture()).isCompleted();
  }

  @Test
  void attach_afterClose_isCutAgain() {
    var closed = reader.close().toCompletableFuture();
    attach(sink);
    crank.turn();
    assertThat(sink.cuts).containsExactly(Sink.Cut.CLOSED);
    assertThat(closed).isCompleted();
  }

  @Test
  void detach_keepsWhatComesForTheNextAndCutsNothing() {
    SinkRegistration attachment = attach(sink);
    talk.topic.follow(reader);
    attachment.detach();
    talk.says("bob", "meanwhile");
    crank.turn();
    assertThat(sink.cuts).isEmpty();
    assertThat(sink.taken).isEmpty();
    RecordingSink next = new RecordingSink();
    attach(next);
    crank.turn();
    assertThat(next.words()).containsExactly("meanwhile");
  }

  @Test
  void detach_ofOneThatWasReplaced_doesNotTouchTheOneInPlace() {
    SinkRegistration stale = attach(sink);
    RecordingSink next = new RecordingSink();
    attach(next);
    crank.turn();
    stale.detach();
    stale.push(new Notice("stale"));
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    assertThat(next.words()).containsExactly("one");
    assertThat(next.cuts).isEmpty();
  }

  @Test
  void commands_areDoneInTheOrderTheyWereGiven() {
    SinkRegistration first = attach(sink);
    first.push(new Notice("for the first"));
    RecordingSink next = new RecordingSink();
    SinkRegistration second = attach(next);
    second.push(new Notice("for the second"));
    second.detach();
    RecordingSink last = new RecordingSink();
    attach(last);
    var closed = reader.close().toCompletableFuture();
    crank.turn();
    assertThat(closed).isCompleted();
    assertThat(sink.cuts).containsExactly(Sink.Cut.REPLACED);
    assertThat(next.cuts).isEmpty();
    assertThat(last.cuts).containsExactly(Sink.Cut.CLOSED);
  }

  @Test
  void ownEvent_thatIsStoredNoMore_isCountedAsLost() {
    attach(sink);
    reader.push(new Unkept(Optional::empty));
    reader.push(OwnEvent.of(new Notice("after it")));
    crank.turn();
    assertThat(sink.words()).containsExactly("after it", "lost 1");
  }

  @Test
  void ownEvent_thatCannotBeRead_isTriedLaterAndHoldsUpNoTopic() {
    AtomicBoolean away = new AtomicBoolean(true);
    attach(sink);
    talk.topic.follow(reader);
    reader.push(
        new Unkept(
            () -> {
              if (away.get()) {
                throw new ParleyException(new Unavailable("The database", Duration.ofSeconds(1)));
              }
              return Optional.of(new Notice("read again"));
            }));
    talk.says("bob", "live");
    crank.turn();
    reader.cutIfStuck(Duration.ofMinutes(1));
    crank.turn();
    assertThat(sink.words()).containsExactly("live");
    away.set(false);
    reader.cutIfStuck(Duration.ofMinutes(1));
    crank.turn();
    assertThat(sink.words()).containsExactly("live", "read again");
    assertThat(sink.cuts).isEmpty();
  }

  /** An event that is read whenever it is needed. */
  private record Unkept(Supplier<Optional<Event>> stored) implements OwnEvent {
    @Override
    public Optional<Event> event() {
      return stored.get();
    }

    @Override
    public boolean isAnswered() {
      return false;
    }
  }

  @Test
  void notice_isNumberedLikeAnyPush() {
    SinkRegistration attachment = attach(sink);
    talk.topic.follow(reader);
    talk.says("bob", "one");
    crank.turn();
    attachment.push(new Notice("hello"));
    crank.turn();
    talk.says("bob", "two");
    crank.turn();
    assertThat(sink.words()).containsExactly("one", "hello", "two");
    assertThat(sink.numbers()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void leave_dropsWhatWasNotDelivered() {
    attach(sink);
    crank.turn();
    TopicSubscription following = talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    following.end();
    crank.turn();
    assertThat(sink.taken).isEmpty();
    assertThat(talk.topic.isUnread()).isTrue();
  }

  @Test
  void leave_whileItIsBeingServed_dropsTheRest() {
    List<String> heard = new ArrayList<>();
    TopicSubscription[] own = new TopicSubscription[1];
    attach(
        new FailingSink(new ArrayList<>()) {
          @Override
          public void deliver(Push push) {
            heard.add(((MessageArrived) push.event()).message().text());
            own[0].end();
          }
        });
    own[0] = talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    assertThat(heard).containsExactly("one");
  }

  @Test
  void leave_ofATopicThatGoesOn_leavesNothingBehind() {
    Talk other = new Talk("review", 64);
    attach(sink);
    talk.topic.follow(reader).end();
    other.topic.follow(reader);
    talk.says("bob", 1, 200);
    other.says("bob", "one");
    crank.turn();
    assertThat(sink.words()).containsExactly("one");
  }

  @Test
  void cutIfStuck_afterTheDeadline_cutsASinkThatTakesNothing() {
    sink.room = 1;
    attach(sink);
    talk.topic.follow(reader);
    talk.says("bob", "one", "two");
    crank.turn();
    reader.cutIfStuck(Duration.ofHours(1));
    crank.turn();
    assertThat(sink.cuts).isEmpty();
    reader.cutIfStuck(Duration.ZERO);
    crank.turn();
    assertThat(sink.cuts).containsExactly(Sink.Cut.STUCK);

    RecordingSink next = new RecordingSink();
    attach(next);
    crank.turn();
    assertThat(next.words()).containsExactly("two");
  }

  @Test
  void cutIfStuck_leavesASinkThatHasNothingToTake() {
    sink.room = 0;
    attach(sink);
    talk.topic.follow(reader);
    crank.turn();
    reader.cutIfStuck(Duration.ZERO);
    crank.turn();
    assertThat(sink.cuts).isEmpty();
  }

  @Test
  void encoded_isWrittenOnceForAllReaders() {
    AtomicInteger written = new AtomicInteger();
    Function<Event, byte[]> encoder =
        event -> {
          written.incrementAndGet();
          return event.toString().getBytes(StandardCharsets.UTF_8);
        };
    List<byte[]> bytes = new ArrayList<>();
    for (String who : List.of("alice", "carol", "dave")) {
      ConnectionReader one = new ConnectionReader(Talk.connection(who), 64, Telemetry.NONE);
      one.attach(
          new FailingSink(new ArrayList<>()) {
            @Override
            public void deliver(Push push) {
              bytes.add(push.encoded(encoder));
            }
          },
          OptionalLong.empty(),
          crank,
          true);
      talk.topic.follow(one);
    }
    talk.says("bob", "one");
    crank.turn();
    assertThat(written).hasValue(1);
    assertThat(bytes).hasSize(3);
    assertThat(bytes.get(2))
        .isSameAs(bytes.get(0))
        .asString(StandardCharsets.UTF_8)
        .contains("one");
  }

  @Test
  void lost_isToldBeforeWhatFollows() {
    attach(sink);
    talk.topic.follow(reader);
    crank.turn();
    talk.says("bob", 1, 100);
    crank.turn();
    assertThat(sink.words()).hasSize(65).startsWith("lost 36", "37").endsWith("99", "100");
    assertThat(((MessagesLost) sink.taken.get(0).event()).topics())
        .containsExactly(talk.topic.name());
  }

  private SinkRegistration attach(Sink to) {
    return reader.attach(to, OptionalLong.empty(), crank, true);
  }

  /** A sink that does nothing, to be made to fail in one place. */
  private static class FailingSink implements Sink {
    private final List<Cut> cuts;

    FailingSink(List<Cut> cuts) {
      this.cuts = cuts;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void deliver(Push push) {}

    @Override
    public void flush() {}

    @Override
    public void cut(Cut why) {
      cuts.add(why);
    }
  }
}
