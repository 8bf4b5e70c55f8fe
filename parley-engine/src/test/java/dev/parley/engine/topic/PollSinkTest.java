package dev.parley.engine.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.InboxBatch;
import dev.parley.engine.concurrent.HandCrank;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.message.Message;
import dev.parley.page.PageSize;
import dev.parley.spi.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Polls and waits for arrivals, one after the other, with the drain under the test's hand. */
class PollSinkTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final PageSize<Event> ALL = PageSize.of(100);

  private final HandCrank crank = new HandCrank();
  private final ConnectionReader reader =
      new ConnectionReader(Talk.connection("alice"), 64, Telemetry.NONE);
  private final Talk talk = new Talk("planning", 64);

  @BeforeEach
  void follow() {
    var unused = talk.topic.follow(reader);
  }

  @Test
  void poll_replacedBeforeItBegan_namesTheLastPush() {
    talk.says("bob", "one");
    assertThat(texts(answered(poll()))).containsExactly("one");
    PollSink replaced = poll();
    PollSink second = poll();
    InboxBatch empty = answered(replaced);
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.next()).isEqualTo(1);
    talk.says("bob", "two");
    assertThat(texts(answered(second))).containsExactly("two");
  }

  @Test
  void arrival_leavesThePushToThePollAfterIt_andToTheCheckpoint() {
    CompletableFuture<Boolean> arrival = arrival();
    crank.turn();
    assertThat(arrival).isNotDone();
    talk.says("bob", "one");
    crank.turn();
    assertThat(arrival).isCompletedWithValue(true);
    CompletableFuture<Checkpoint> checkpoint = reader.checkpoint().toCompletableFuture();
    crank.turn();
    assertThat(checkpoint.join().number()).isZero();
    assertThat(texts(answered(poll()))).containsExactly("one");
  }

  @Test
  void arrival_ofALossReport_leavesItToThePollAfterIt() {
    PollSink first = poll();
    crank.turn();
    talk.says("bob", "before");
    assertThat(texts(answered(first))).containsExactly("before");
    talk.says("bob", 1, 100);
    CompletableFuture<Boolean> arrival = arrival();
    crank.turn();
    assertThat(arrival).isCompletedWithValue(true);
    InboxBatch rest = answered(poll());
    assertThat(rest.lost()).isEqualTo(36);
    assertThat(rest.messages()).hasSize(64);
  }

  @Test
  void arrival_replacedByAPoll_sawNothing() {
    CompletableFuture<Boolean> arrival = arrival();
    PollSink next = poll();
    crank.turn();
    assertThat(arrival).isCompletedWithValue(false);
    talk.says("bob", "one");
    assertThat(texts(answered(next))).containsExactly("one");
  }

  @Test
  void pushesTakenBack_goToThePollThatWaits_whichBeginsThere() {
    talk.says("bob", "one", "two");
    assertThat(texts(answered(poll()))).containsExactly("one", "two");
    PollSink waiting = poll();
    crank.turn();
    reader.takeBackTo(1);
    assertThat(texts(answered(waiting))).containsExactly("two");
    assertThat(waiting.begunAfter()).hasValue(1);
  }

  @Test
  void pushesThatDoNotCount_arePassedAndStayTheNextOnes() {
    CompletableFuture<Boolean> arrival = arrival(event -> says(event, "two"));
    talk.says("bob", "one");
    crank.turn();
    assertThat(arrival).isNotDone();
    talk.says("bob", "two");
    crank.turn();
    assertThat(arrival).isCompletedWithValue(true);
    assertThat(texts(answered(poll()))).containsExactly("one", "two");
  }

  @Test
  void checkpoint_whileAWaitPasses_isBeforeThem() {
    CompletableFuture<Boolean> arrival = arrival(event -> false);
    talk.says("bob", "one");
    crank.turn();
    CompletableFuture<Checkpoint> checkpoint = reader.checkpoint().toCompletableFuture();
    crank.turn();
    assertThat(checkpoint.join().number()).isZero();
    assertThat(arrival).isNotDone();
  }

  private static boolean says(Event event, String text) {
    return event instanceof MessageArrived arrived && arrived.message().text().equals(text);
  }

  private PollSink poll() {
    return PollSink.of(reader, OptionalLong::empty, ALL, LONG, crank, (sink, result) -> result);
  }

  private CompletableFuture<Boolean> arrival() {
    return arrival(event -> true);
  }

  private CompletableFuture<Boolean> arrival(Predicate<Event> counts) {
    return ArrivalSink.of(
        reader, OptionalLong::empty, new ArrivalFilter(PageSize.of(10), counts), LONG, crank);
  }

  private InboxBatch answered(PollSink poll) {
    crank.turn();
    assertThat(poll.answer()).isDone();
    return poll.answer().join();
  }

  private static List<String> texts(InboxBatch batch) {
    return batch.messages().stream().map(Message::text).toList();
  }
}
