package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.AtOnce;
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
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An inbox that hooks of the client read beside the agent's own polls. */
@Timeout(60)
class EmbeddedHookInboxTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final PageSize<Event> ALL = PageSize.of(100);

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
  void arrival_isSeenAndTakesNothing() {
    CompletableFuture<Boolean> arrival = arrival(LONG);
    assertThat(arrival).isNotDone();
    say("one");
    assertThat(arrival.join()).isTrue();
    say("two");
    assertThat(arrival(LONG).join()).isTrue();
    assertThat(texts(forHook())).containsExactly("one", "two");
    assertThat(arrival(SHORT).join()).isFalse();
  }

  @Test
  void arrival_beforeTheWait_isSeen() {
    say("one");
    assertThat(arrival(LONG).join()).isTrue();
    assertThat(texts(own(OptionalLong.empty(), LONG))).containsExactly("one");
  }

  @Test
  void arrival_whileTheAgentWaits_leavesTheMessageToTheAgent() {
    CompletableFuture<InboxBatch> own =
        bob.inbox().await(OptionalLong.empty(), ALL, LONG).toCompletableFuture();
    CompletableFuture<Boolean> arrival = arrival(LONG);
    assertThat(arrival(SHORT).join()).isFalse();
    assertThat(own).isNotDone();
    say("one");
    assertThat(texts(own.join())).containsExactly("one");
    assertThat(arrival.join()).isFalse();
  }

  @Test
  void agentThatPolls_endsAWaitForAnArrival() {
    CompletableFuture<Boolean> arrival = arrival(LONG);
    assertThat(own(OptionalLong.empty(), SHORT).messages()).isEmpty();
    assertThat(arrival.join()).isFalse();
  }

  @Test
  void arrivalThatDoesNotCount_isNotSeen_andStaysInOrder() {
    CompletableFuture<Boolean> arrival = arrivalOf("two");
    say("one");
    assertThat(arrival(arrival)).as("after a moment").isFalse();
    say("two");
    assertThat(arrival.join()).isTrue();
    assertThat(texts(forHook())).containsExactly("one", "two");
  }

  @Test
  void waitingMessages_count_asManyAsAreLookedAt_andNotOneLess() {
    for (int i = 1; i < Inbox.MAX_LOOKED_AT; i++) {
      say("number " + i);
    }
    CompletableFuture<Boolean> arrival = arrivalOf("none");
    assertThat(arrival(arrival)).as("one less").isFalse();
    say("the last");
    assertThat(arrival.join()).isTrue();
    assertThat(texts(forHook())).hasSize(Inbox.MAX_LOOKED_AT).contains("number 1", "the last");
  }

  private CompletableFuture<Boolean> arrivalOf(String text) {
    return bob.inbox()
        .awaitArrival(
            LONG,
            event ->
                event instanceof MessageArrived arrived && arrived.message().text().equals(text))
        .toCompletableFuture();
  }

  /** Returns whether a wait ends within a moment. */
  private static boolean arrival(CompletableFuture<Boolean> wait) {
    return wait.copy()
        .thenApply(over -> true)
        .completeOnTimeout(false, SHORT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  @Test
  void hook_takesEachMessageOnce() {
    say("one");
    assertThat(texts(forHook())).containsExactly("one");
    assertThat(texts(forHook())).isEmpty();
    say("two");
    assertThat(texts(forHook())).containsExactly("two");
    assertThat(texts(own(OptionalLong.empty(), SHORT))).isEmpty();
  }

  @Test
  void hook_whileTheAgentWaits_takesNothing() {
    CompletableFuture<InboxBatch> own =
        bob.inbox().await(OptionalLong.empty(), ALL, LONG).toCompletableFuture();
    assertThat(texts(forHook())).isEmpty();
    assertThat(own).isNotDone();
    say("one");
    assertThat(texts(own.join())).containsExactly("one");
  }

  @Test
  void agentThatNamesItsLastResult_goesOnAfterWhatAHookTook() {
    say("one");
    InboxBatch first = own(OptionalLong.empty(), LONG);
    assertThat(texts(first)).containsExactly("one");
    say("two");
    assertThat(texts(forHook())).containsExactly("two");
    say("three");
    assertThat(texts(forHook())).containsExactly("three");
    say("four");
    assertThat(texts(own(OptionalLong.of(first.next()), LONG))).containsExactly("four");
  }

  @Test
  void agentThatNamesAnEarlierResult_getsWhatCameAfterItAgain() {
    InboxBatch before = own(OptionalLong.empty(), SHORT);
    say("one");
    assertThat(texts(own(OptionalLong.empty(), LONG))).containsExactly("one");
    assertThat(texts(own(OptionalLong.of(before.next()), LONG))).containsExactly("one");
  }

  @Test
  void hookWhoseAnswerIsLost_leavesTheMessagesToTheNext() {
    say("one");
    assertThat(texts(forHook())).containsExactly("one");
    say("two");
    InboxBatch lost = forHook();
    assertThat(texts(lost)).containsExactly("two");
    bob.inbox().notReceived(lost.next());
    assertThat(arrival(LONG).join()).isTrue();
    assertThat(texts(forHook())).containsExactly("two");
  }

  @Test
  void hookWhoseAnswerIsLost_leavesTheMessagesToTheAgent() {
    say("one");
    InboxBatch first = own(OptionalLong.empty(), LONG);
    say("two");
    assertThat(texts(forHook())).containsExactly("two");
    say("three");
    InboxBatch lost = forHook();
    bob.inbox().notReceived(lost.next());
    assertThat(texts(own(OptionalLong.of(first.next()), LONG))).containsExactly("three");
  }

  @Test
  void hookWhoseAnswerIsLost_afterAnotherHookWasAnswered_leavesTheMessagesToTheNext() {
    say("one");
    InboxBatch lost = forHook();
    assertThat(texts(forHook())).isEmpty();
    say("two");
    assertThat(texts(forHook())).containsExactly("two");
    bob.inbox().notReceived(lost.next());
    assertThat(texts(forHook())).as("the order stays").containsExactly("one", "two");
    assertThat(texts(forHook())).isEmpty();
  }

  @Test
  void hookWhoseAnswerIsLost_whileTheAgentWaits_leavesTheMessagesToTheAgent() {
    say("one");
    InboxBatch lost = forHook();
    CompletableFuture<InboxBatch> own =
        bob.inbox().await(OptionalLong.empty(), ALL, LONG).toCompletableFuture();
    bob.inbox().notReceived(lost.next());
    assertThat(texts(own.join())).containsExactly("one");
  }

  @Test
  void hookWhoseAnswerIsLost_endsAWaitForAnArrival() {
    say("one");
    InboxBatch lost = forHook();
    CompletableFuture<Boolean> arrival = arrival(LONG);
    assertThat(arrival).isNotDone();
    bob.inbox().notReceived(lost.next());
    assertThat(arrival.join()).isTrue();
    assertThat(texts(forHook())).containsExactly("one");
  }

  @Test
  void agentThatNamesAResultOfAnEarlierConnection_getsWhatAWaitForAnArrivalHasSeen() {
    say("one");
    assertThat(arrival(LONG).join()).isTrue();
    assertThat(texts(own(OptionalLong.of(57), LONG))).containsExactly("one");
  }

  @Test
  void callsAtOnce_takeEachMessageOnce() throws Exception {
    int messages = 400;
    Queue<String> taken = new ConcurrentLinkedQueue<>();
    AtOnce.run(
        5,
        role -> {
          for (int i = 0; role == 0 && i < messages; i++) {
            say("m" + i);
          }
          while (role != 0 && taken.size() < messages) {
            switch (role) {
              case 1 -> taken.addAll(texts(own(OptionalLong.empty(), SHORT)));
              case 2 -> arrival(SHORT).join();
              default -> taken.addAll(texts(forHook()));
            }
          }
          return role;
        });
    assertThat(taken).doesNotHaveDuplicates().hasSize(messages);
    assertThat(texts(forHook())).isEmpty();
  }

  private void say(String text) {
    alice.rooms().send(PLANNING, Body.of(text));
  }

  private CompletableFuture<Boolean> arrival(Duration patience) {
    return bob.inbox().awaitArrival(patience).toCompletableFuture();
  }

  private InboxBatch forHook() {
    return bob.inbox().takeForHook(ALL).toCompletableFuture().join();
  }

  private InboxBatch own(OptionalLong received, Duration patience) {
    return bob.inbox().await(received, ALL, patience).toCompletableFuture().join();
  }

  private static List<String> texts(InboxBatch batch) {
    return batch.messages().stream().map(message -> message.text()).toList();
  }
}
