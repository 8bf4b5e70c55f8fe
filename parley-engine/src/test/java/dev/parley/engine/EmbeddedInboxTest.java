package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.Inbox;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.Recipient;
import dev.parley.page.PageSize;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of rooms for those who ask. */
class EmbeddedInboxTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName REVIEW = RoomName.of("review");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final OptionalLong ALL = OptionalLong.empty();
  private static final int WAITING = 2_000;

  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
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
  void await_takesWhatOthersSaidSinceTheJoin_once() {
    say(alice, "one");
    say(bob, "of bob himself");
    say(alice, "two");
    assertThat(texts(await(ALL, LONG))).containsExactly("one", "two");
    assertThat(await(ALL, SHORT).messages()).isEmpty();
    say(alice, "three");
    assertThat(texts(await(ALL, LONG))).containsExactly("three");
  }

  @Test
  void await_whereThereIsNothing_isAnsweredWhenSomethingComes() {
    CompletableFuture<InboxBatch> waiting = waiting(ALL, LONG);
    assertThat(waiting).isNotDone();
    say(alice, "now");
    assertThat(texts(waiting.join())).containsExactly("now");
  }

  @Test
  void await_overSeveralRooms_isAnsweredByAny() {
    assertThat(await(ALL, Duration.ZERO).messages()).isEmpty();
    alice.rooms().join(REVIEW);
    bob.rooms().join(REVIEW);
    CompletableFuture<InboxBatch> waiting = waiting(ALL, LONG);
    alice.rooms().send(REVIEW, Body.of("here"));
    assertThat(texts(waiting.join())).containsExactly("here");
    bob.rooms().leave(REVIEW);
    alice.rooms().send(REVIEW, Body.of("unheard"));
    assertThat(await(ALL, SHORT).messages()).isEmpty();
  }

  @Test
  void await_withWhatWasReceived_handsOverAgainWhatWasNot() {
    say(alice, "one");
    InboxBatch first = await(ALL, LONG);
    say(alice, "two");
    InboxBatch lost = await(OptionalLong.of(first.next()), LONG);
    assertThat(texts(lost)).containsExactly("two");
    assertThat(texts(await(OptionalLong.of(first.next()), LONG))).containsExactly("two");
    assertThat(texts(await(OptionalLong.of(0), LONG))).containsExactly("one", "two");
    assertThat(await(OptionalLong.of(lost.next()), SHORT).next()).isEqualTo(lost.next());
  }

  @Test
  void await_takesAtMostTheLimit() {
    IntStream.range(0, 5).forEach(i -> say(alice, "m" + i));
    assertThat(texts(bob.inbox().await(ALL, 3, LONG).toCompletableFuture().join()))
        .containsExactly("m0", "m1", "m2");
    assertThat(texts(bob.inbox().await(ALL, Inbox.MAX_LIMIT, LONG).toCompletableFuture().join()))
        .containsExactly("m3", "m4");
    assertThat(refusedField(() -> bob.inbox().await(ALL, 0, SHORT))).isEqualTo("limit");
    assertThat(refusedField(() -> bob.inbox().await(ALL, Inbox.MAX_LIMIT + 1, SHORT)))
        .isEqualTo("limit");
  }

  @Test
  void await_ofSoMuch_leavesTheRestForTheNextCall() {
    IntStream.range(0, 6).forEach(i -> say(alice, "m" + i));
    PageSize<Event> two = new PageSize<>(1_000, 2, event -> 1);
    InboxBatch first = await(ALL, two);
    assertThat(texts(first)).containsExactly("m0", "m1");
    assertThat(texts(await(OptionalLong.of(0), two))).containsExactly("m0", "m1");
    assertThat(texts(await(ALL, two))).containsExactly("m2", "m3");
    PageSize<Event> tooLittle = new PageSize<>(1_000, 0, event -> 1);
    assertThat(texts(await(ALL, tooLittle))).as("one in any case").containsExactly("m4");
    assertThat(texts(await(ALL, LONG))).containsExactly("m5");
  }

  @Test
  void await_ofSoMuch_countsAsHandedOverWhatItAnsweredWith() {
    Message first = bob(0);
    Message second = bob(1);
    assertThat(texts(await(ALL, new PageSize<>(1_000, 1, event -> 1)))).containsExactly("kept 0");
    assertThat(offered(first)).isNotEmpty();
    assertThat(offered(second)).as("it was not handed over").isEmpty();
  }

  private Message bob(int i) {
    return alice.topics().post(PLANNING, Body.of("kept " + i), Optional.empty());
  }

  private List<Recipient> offered(Message message) {
    return alice.topics().status(PLANNING, message.seq()).recipients().stream()
        .filter(to -> to.agent().equals(bob.agent()) && !to.offered().isEmpty())
        .toList();
  }

  private InboxBatch await(OptionalLong received, PageSize<Event> size) {
    return bob.inbox().await(received, size, LONG).toCompletableFuture().join();
  }

  @Test
  void await_takesTheirPlaceFromOneBefore_whichIsAnsweredWithNothing() {
    CompletableFuture<InboxBatch> before = waiting(ALL, LONG);
    CompletableFuture<InboxBatch> after = waiting(ALL, LONG);
    assertThat(before.join().messages()).isEmpty();
    say(alice, "for the second");
    assertThat(texts(after.join())).containsExactly("for the second");
  }

  @Test
  void await_cancelled_leavesWhatComesForTheNext() {
    say(alice, "before");
    assertThat(texts(await(ALL, LONG))).containsExactly("before");
    for (int i = 0; i < 200; i++) {
      CompletableFuture<InboxBatch> waiting = waiting(ALL, LONG);
      waiting.cancel(false);
      say(alice, "since " + i);
      assertThat(texts(await(ALL, LONG))).containsExactly("since " + i);
    }
  }

  @Test
  void await_whenTheConnectionEnds_isRefused() {
    CompletableFuture<InboxBatch> waiting = waiting(ALL, LONG);
    bob.close();
    assertThatThrownBy(waiting::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ParleyException.class,
            refused ->
                assertThat(refused.problem().code()).isEqualTo(ProblemCode.CONNECTION_CLOSED));
  }

  @Test
  void await_besidePushes_hearsEverything() {
    Queue<String> pushed = new ConcurrentLinkedQueue<>();
    bob.listen(event -> pushed.add(((MessageArrived) event).message().text()));
    CompletableFuture<InboxBatch> waiting = waiting(ALL, LONG);
    say(alice, "both ways");
    assertThat(texts(waiting.join())).containsExactly("both ways");
    say(alice, "nobody waits");
    eventually("it is pushed", () -> pushed.contains("nobody waits"));
    assertThat(List.copyOf(pushed))
        .as("what was answered before its push was due is not pushed again")
        .isIn(List.of("nobody waits"), List.of("both ways", "nobody waits"));
  }

  @Test
  void await_ofMoreThanIsKept_saysHowManyAreLost() {
    assertThat(await(ALL, Duration.ZERO).messages()).isEmpty();
    IntStream.range(0, 1_500).forEach(i -> say(alice, "m" + i));
    InboxBatch arrivals = await(ALL, LONG);
    assertThat(arrivals.lost()).isEqualTo(476);
    assertThat(texts(arrivals)).startsWith("m476").hasSize(100);
  }

  @Test
  void await_byTwoThousand_holdsNoThreadEach() {
    List<CompletableFuture<InboxBatch>> all = new ArrayList<>();
    int before = Thread.activeCount();
    for (int i = 0; i < WAITING; i++) {
      Connection connection = parley.connect(ConnectOptions.of("a" + i));
      connection.rooms().join(PLANNING);
      all.add(connection.inbox().await(ALL, 10, LONG).toCompletableFuture());
    }
    assertThat(Thread.activeCount() - before).isLessThan(20);
    say(alice, "to everyone");
    assertThat(all)
        .allSatisfy(waiting -> assertThat(texts(waiting.join())).containsExactly("to everyone"));
  }

  private void say(Connection who, String text) {
    who.rooms().send(PLANNING, Body.of(text));
  }

  private InboxBatch await(OptionalLong received, Duration patience) {
    return waiting(received, patience).join();
  }

  private CompletableFuture<InboxBatch> waiting(OptionalLong received, Duration patience) {
    return bob.inbox().await(received, 100, patience).toCompletableFuture();
  }

  private static List<String> texts(InboxBatch arrivals) {
    return arrivals.messages().stream().map(Message::text).toList();
  }
}
