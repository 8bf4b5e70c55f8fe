package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WakeDeskTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  /** Less than {@link #LONG}, after which waits end without a wake. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
  private final Connection alice = parley.connect(ConnectOptions.of("alice"));
  private final Connection bob = parley.connect(ConnectOptions.of("bob"));
  private final WakeDesk desk = new WakeDesk(bob.inbox());

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
  void idleClient_isWokenByAMessage() {
    idle(desk);
    CompletableFuture<Wake> wake = bell(desk, LONG);
    assertThat(wake).isNotDone();
    say("one");
    assertThat(wake.join()).isEqualTo(Wake.BELL);
  }

  @Test
  void clientWithoutHooks_isWokenByAMessage() {
    say("one");
    assertThat(bell(desk, LONG).join()).isEqualTo(Wake.BELL);
  }

  @Test
  void manyMessages_makeOneWake_andComeTogetherWithTheNextPrompt() {
    idle(desk);
    say("one");
    assertThat(bell(desk, LONG).join().due()).isTrue();
    say("two");
    say("three");
    assertThat(bell(desk, SHORT).join().due()).isFalse();
    assertThat(context(desk, "UserPromptSubmit"))
        .startsWith("3 new Parley messages")
        .containsSubsequence(">\none\n", ">\ntwo\n", ">\nthree\n");
  }

  @Test
  void message_isHandedOutOnce_byWhicheverBoundaryComesFirst() {
    for (String event : new String[] {"UserPromptSubmit", "PostToolUse", "PostToolBatch", "Stop"}) {
      say("for " + event);
      assertThat(context(desk, event)).contains("for " + event);
      for (String later : new String[] {"PostToolBatch", "Stop", "UserPromptSubmit"}) {
        assertThat(hook(desk, later)).as(later).isEmpty();
      }
    }
    assertThat(polled(OptionalLong.empty()).messages()).isEmpty();
  }

  @Test
  void busyClient_isNotWoken_untilItsTurnHasEnded() {
    assertThat(hook(desk, "UserPromptSubmit")).isEmpty();
    assertThat(desk.turn()).isEqualTo(TurnState.BUSY);
    CompletableFuture<Wake> wake = bell(desk, LONG);
    say("one");
    assertThat(bellless(wake)).isTrue();
    assertThat(context(desk, "PostToolBatch")).contains("one");
    assertThat(hook(desk, "Stop")).isEmpty();
    assertThat(desk.turn()).isEqualTo(TurnState.IDLE);
    assertThat(bellless(wake)).isTrue();
    say("two");
    assertThat(wake.join().due()).isTrue();
  }

  @Test
  void turnThatEndsWithAMessage_goesOn() {
    hook(desk, "UserPromptSubmit");
    say("one");
    assertThat(context(desk, "Stop")).contains("one");
    assertThat(desk.turn()).isEqualTo(TurnState.BUSY);
    assertThat(hook(desk, "Stop")).isEmpty();
    assertThat(desk.turn()).isEqualTo(TurnState.IDLE);
  }

  @Test
  void turnWithoutASign_countsAsOver() {
    WakeDesk brief = new WakeDesk(bob.inbox(), SHORT, LONG, LONG);
    assertThat(hook(brief, "UserPromptSubmit")).isEmpty();
    say("one");
    assertThat(bell(brief, LONG).join().due()).isTrue();
  }

  @Test
  void wakeThatLedToNothing_isRepeatedLater() {
    WakeDesk brief = new WakeDesk(bob.inbox(), LONG, LONG, SHORT);
    idle(brief);
    say("one");
    long begun = System.nanoTime();
    assertThat(bell(brief, LONG).join().due()).isTrue();
    assertThat(bell(brief, LONG).join().due()).isTrue();
    assertThat(bell(brief, LONG).join().due()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("50 ms, then 100 ms")
        .isGreaterThan(SHORT.multipliedBy(3).minusMillis(5));
  }

  @Test
  void modelThatCallsAfterAWake_withoutHooks_isWokenForWhatComesNext() {
    WakeDesk brief = new WakeDesk(bob.inbox(), LONG, SHORT, LONG);
    say("one");
    assertThat(bell(brief, LONG).join().due()).isTrue();
    brief.noteCall();
    assertThat(polled(OptionalLong.empty()).messages()).hasSize(1);
    say("two");
    assertThat(bell(brief, LONG).join().due()).isTrue();
  }

  @Test
  void modelThatCalls_withoutHooks_isBusyForAWhile() {
    desk.noteCall();
    say("one");
    assertThat(bell(desk, SHORT).join().due()).isFalse();
    assertThat(carrying(desk, LONG).join().due()).as("waits in the client").isTrue();
  }

  @Test
  void wakeThatHandsOver_holdsTheMessages_once() {
    CompletableFuture<Wake> wake = carrying(desk, LONG);
    say("one");
    assertThat(wake.join().text()).contains("one").contains("room=\"planning\"");
    assertThat(hook(desk, "UserPromptSubmit")).isEmpty();
    assertThat(carrying(desk, SHORT).join()).isEqualTo(Wake.NONE);
  }

  @Test
  void wakeThatHandsOver_isTheOnlyOne_untilItsTurnBegins() {
    idle(desk);
    say("one");
    assertThat(carrying(desk, LONG).join().text()).contains("one");
    say("two");
    assertThat(carrying(desk, SHORT).join()).isEqualTo(Wake.NONE);
    assertThat(context(desk, "UserPromptSubmit")).contains("two");
    idle(desk);
    say("three");
    assertThat(carrying(desk, LONG).join().text()).contains("three");
  }

  @Test
  void wakeThatHandsOver_ofAClientWithoutHooks_isFollowedByOneForTheRest() {
    WakeDesk brief = new WakeDesk(bob.inbox(), LONG, SHORT, LONG);
    say("one");
    assertThat(carrying(brief, LONG).join().text()).contains("one");
    say("two");
    say("three");
    assertThat(carrying(brief, LONG).join().text()).contains("two", "three");
  }

  @Test
  void wakeThatDidNotArrive_isHandedOverAgain() {
    say("one");
    Wake lost = carrying(desk, LONG).join();
    desk.notReceived(lost.next());
    assertThat(carrying(desk, LONG).join().text()).isEqualTo(lost.text());
  }

  @Test
  void hookWhoseAnswerDidNotArrive_handsOutAgain() {
    say("one");
    Handout lost = desk.hook("Stop", HookDialect.CLAUDE).toCompletableFuture().join();
    desk.notReceived(lost.next());
    assertThat(context(desk, "PostToolBatch")).contains("one");
  }

  @Test
  void secondWait_endsTheFirst() {
    idle(desk);
    CompletableFuture<Wake> first = bell(desk, LONG);
    CompletableFuture<Wake> second = bell(desk, LONG);
    assertThat(first.join()).isEqualTo(Wake.NONE);
    say("one");
    assertThat(second.join().due()).isTrue();
  }

  @Test
  void agentThatWaitsByItself_isNotWoken() {
    idle(desk);
    CompletableFuture<InboxBatch> own =
        bob.inbox().await(OptionalLong.empty(), 10, LONG).toCompletableFuture();
    CompletableFuture<Wake> wake = bell(desk, Duration.ofMillis(300));
    say("one");
    assertThat(own.join().messages()).hasSize(1);
    assertThat(wake.join().due()).isFalse();
  }

  @Test
  void watcher_isToldOnce_forAnAgentThatNothingElseWakes() {
    CompletableFuture<Wake> watch = desk.watch(LONG).toCompletableFuture();
    say("one");
    assertThat(watch.join()).isEqualTo(Wake.BELL);
    assertThat(desk.watch(SHORT).toCompletableFuture().join().due()).isFalse();
    assertThat(polled(OptionalLong.empty()).messages()).as("nothing was taken").hasSize(1);
  }

  @Test
  void watcher_ofAModelThatCalledWithoutHooks_isToldAfterAWhile() {
    WakeDesk brief = new WakeDesk(bob.inbox(), LONG, SHORT, LONG);
    brief.noteCall();
    say("one");
    assertThat(brief.watch(SOON).toCompletableFuture().join()).isEqualTo(Wake.BELL);
  }

  @Test
  void watcher_leavesAClientThatWaitsItselfAlone() {
    CompletableFuture<Wake> own = bell(desk, LONG);
    CompletableFuture<Wake> watch = desk.watch(SHORT).toCompletableFuture();
    say("one");
    assertThat(own.join().due()).isTrue();
    assertThat(watch.join().due()).isFalse();
    assertThat(desk.watch(SHORT).toCompletableFuture().join().due()).as("soon after").isFalse();
  }

  @Test
  void clientThatBeginsToWaitItself_endsTheWatch() {
    CompletableFuture<Wake> watch = desk.watch(LONG).toCompletableFuture();
    CompletableFuture<Wake> own = bell(desk, LONG);
    assertThat(watch.join().due()).isFalse();
    say("one");
    assertThat(own.join().due()).isTrue();
  }

  @Test
  void eventThatIsNoBoundary_takesNothingAndChangesNothing() {
    idle(desk);
    say("one");
    assertThat(hook(desk, "Notification")).isEmpty();
    assertThat(desk.turn()).isEqualTo(TurnState.IDLE);
    assertThat(context(desk, "Stop")).contains("one");
  }

  @Test
  void codex_isBlockedAtTheEndOfATurn() {
    say("one");
    Map<String, Object> end =
        desk.hook("Stop", HookDialect.CODEX).toCompletableFuture().join().output();
    assertThat(end).containsEntry("decision", "block").containsOnlyKeys("decision", "reason");
    assertThat(String.valueOf(end.get("reason"))).contains("one");
    say("two");
    assertThat(desk.hook("PostToolUse", HookDialect.CODEX).toCompletableFuture().join().output())
        .containsOnlyKeys("hookSpecificOutput");
  }

  @Test
  void bellThatDidNotArrive_ringsInTheWaitThatFollows() {
    say("one");
    assertThat(bell(desk, LONG).join().due()).isTrue();
    CompletableFuture<Wake> next = bell(desk, LONG);
    assertThat(bellless(next)).isTrue();
    desk.notReceived(Wake.BELL.next());
    assertThat(next).succeedsWithin(SOON).isEqualTo(Wake.BELL);
  }

  @Test
  void modelThatCallsAfterAWake_withoutHooks_whileTheNextWaitIsOpen_isWokenForWhatComesNext() {
    WakeDesk brief = new WakeDesk(bob.inbox(), LONG, SHORT, LONG);
    say("one");
    assertThat(bell(brief, LONG).join().due()).isTrue();
    CompletableFuture<Wake> next = bell(brief, LONG);
    brief.noteCall();
    assertThat(polled(OptionalLong.empty()).messages()).hasSize(1);
    say("two");
    assertThat(next).succeedsWithin(SOON).isEqualTo(Wake.BELL);
  }

  @Test
  void waitOfAClosedConnection_endsOnceItIsNotHeldBack() {
    WakeDesk brief = new WakeDesk(bob.inbox(), SHORT, LONG, LONG);
    assertThat(hook(brief, "UserPromptSubmit")).isEmpty();
    CompletableFuture<Wake> wake = bell(brief, LONG);
    bob.close();
    assertThat(wake).failsWithin(SOON).withThrowableOfType(ExecutionException.class);
  }

  @Test
  void bellOfAWaitThatWasReplaced_isLeftToTheOneInItsPlace() {
    ManualInbox inbox = new ManualInbox();
    WakeDesk held = new WakeDesk(inbox);
    CompletableFuture<Wake> replaced = bell(held, LONG);
    CompletableFuture<Wake> wake = bell(held, LONG);
    assertThat(replaced).isCompletedWithValue(Wake.NONE);
    inbox.arrival().complete(true);
    inbox.arrival().complete(true);
    assertThat(wake).succeedsWithin(SOON).isEqualTo(Wake.BELL);
  }

  @Test
  void endOfATurn_whoseHookFailed_isAnEnd() {
    ManualInbox inbox = new ManualInbox();
    WakeDesk held = new WakeDesk(inbox);
    var answer = held.hook("Stop", HookDialect.CLAUDE).toCompletableFuture();
    assertThat(held.turn()).isEqualTo(TurnState.BUSY);
    inbox.hook().completeExceptionally(new IllegalStateException("no database"));
    assertThat(answer).isCompletedExceptionally();
    assertThat(held.turn()).isEqualTo(TurnState.IDLE);
  }

  @Test
  void endOfATurn_answeredAfterTheNextOneBegan_isNoEndOfThat() {
    ManualInbox inbox = new ManualInbox();
    WakeDesk held = new WakeDesk(inbox);
    var end = held.hook("Stop", HookDialect.CLAUDE);
    var prompt = held.hook("UserPromptSubmit", HookDialect.CLAUDE);
    inbox.hook().complete(ManualInbox.EMPTY);
    inbox.hook().complete(ManualInbox.EMPTY);
    assertThat(end.toCompletableFuture()).isCompleted();
    assertThat(prompt.toCompletableFuture()).isCompleted();
    assertThat(held.turn()).isEqualTo(TurnState.BUSY);
  }

  private void say(String text) {
    alice.rooms().send(PLANNING, Body.of(text));
  }

  private static void idle(WakeDesk desk) {
    assertThat(hook(desk, "Stop")).isEmpty();
  }

  private static Map<String, Object> hook(WakeDesk desk, String event) {
    return desk.hook(event, HookDialect.CLAUDE).toCompletableFuture().join().output();
  }

  private static String context(WakeDesk desk, String event) {
    Map<String, Object> output = hook(desk, event);
    assertThat(output).containsOnlyKeys("hookSpecificOutput");
    Map<?, ?> specific = (Map<?, ?>) output.get("hookSpecificOutput");
    assertThat(specific.get("hookEventName")).isEqualTo(event);
    return String.valueOf(specific.get("additionalContext"));
  }

  private static CompletableFuture<Wake> bell(WakeDesk desk, Duration patience) {
    return desk.await(patience, false).toCompletableFuture();
  }

  private static CompletableFuture<Wake> carrying(WakeDesk desk, Duration patience) {
    return desk.await(patience, true).toCompletableFuture();
  }

  private InboxBatch polled(OptionalLong received) {
    return bob.inbox().await(received, 10, SHORT).toCompletableFuture().join();
  }

  /** Returns whether the wait is still open after a moment. */
  private static boolean bellless(CompletableFuture<Wake> wake) {
    return wake.copy()
        .thenApply(woken -> false)
        .completeOnTimeout(true, SHORT.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
        .join();
  }
}
