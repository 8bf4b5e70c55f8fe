package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.SessionMessageDraft;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.guard.LoopGuards;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The wakes that one agent may cause another within an hour. */
@Timeout(30)
class WakeBudgetTest {
  private static final int WAKES = 3;
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-24T20:00:00Z"));
  private final LoopGuards guards = new LoopGuards(new GuardLimits(100, WAKES, 3), now::get);
  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();
  private final Connection alice = connect("alice");
  private final Connection bob = connect("bob");
  private final Connection carol = connect("carol");
  private final Connection ann = connect("ann");
  private final WakeBudget budget = new WakeBudget(guards, WorkspaceId.DEFAULT, bob.agent());
  private final WakeDesk desk =
      new WakeDesk(
          bob.inbox(),
          new DeskGuards(guards.of(WorkspaceId.DEFAULT, bob.agent()), budget),
          ChannelPush.NONE);

  private Connection connect(String name) {
    return parley.connect(ConnectOptions.of(name).during(new SessionId("run")));
  }

  @BeforeEach
  void meet() {
    guards.recognizePeople((workspace, agent) -> agent.equals(ann.agent()));
    var unused = guards.of(WorkspaceId.DEFAULT, alice.agent());
    for (Connection each : new Connection[] {alice, bob, carol, ann}) {
      each.rooms().join(PLANNING);
    }
    idle();
  }

  @AfterEach
  void close() {
    parley.close();
  }

  @Test
  void wakes_asManyAsTheBudget_passAndNotOneMore() {
    for (int i = 0; i < WAKES; i++) {
      say(alice, "wake " + i);
      assertThat(bell(LONG).join().due()).as("wake " + i).isTrue();
      assertThat(context("UserPromptSubmit")).contains("wake " + i);
      idle();
    }
    say(alice, "one more");
    assertThat(bell(SHORT).join().due()).isFalse();
    assertThat(context("UserPromptSubmit"))
        .as("it comes with the next prompt")
        .contains("one more");
  }

  @Test
  void budgetOfOneSender_isNoBusinessOfAnother_andAllComesWithTheWakeForIt() {
    useUp(alice);
    say(alice, "muted");
    CompletableFuture<Wake> wake = bell(LONG);
    assertThat(stillWaits(wake)).isTrue();
    say(carol, "hello");
    assertThat(wake.join().due()).isTrue();
    assertThat(context("UserPromptSubmit")).containsSubsequence(">\nmuted\n", ">\nhello\n");
  }

  @Test
  void person_wakes_howeverOften() {
    for (int i = 0; i < 3 * WAKES; i++) {
      say(ann, "wake " + i);
      assertThat(bell(LONG).join().due()).isTrue();
      assertThat(context("UserPromptSubmit")).contains("wake " + i).doesNotContain("has woken");
      idle();
    }
  }

  @Test
  void budget_isWholeAgainWhenTheHourIsOver_notASecondEarlier() {
    Instant begun = now.get();
    useUp(alice);
    now.set(begun.plus(WakeBudget.HOUR).minusSeconds(1));
    say(alice, "late");
    assertThat(bell(SHORT).join().due()).isFalse();
    now.set(begun.plus(WakeBudget.HOUR));
    assertThat(bell(LONG).join().due()).isTrue();
  }

  @Test
  void turn_isHeldOpenWithinTheBudget_andNotPastIt() {
    for (int i = 0; i < WAKES; i++) {
      hook("UserPromptSubmit");
      say(alice, "go on " + i);
      assertThat(context("Stop")).contains("go on " + i);
      idle();
    }
    hook("UserPromptSubmit");
    say(alice, "one more");
    assertThat(hook("Stop")).isEmpty();
    assertThat(desk.turn()).isEqualTo(TurnState.IDLE);
    say(carol, "hello");
    assertThat(context("Stop")).as("for another reason").contains("one more", "hello");
  }

  @Test
  void bothSides_areInformed_once() {
    useUp(alice);
    say(carol, "hello");
    String text = context("UserPromptSubmit");
    assertThat(text)
        .contains("Parley: alice has woken you 3 times within an hour.")
        .contains("until 2026-11-24T21:00:00Z");
    say(carol, "hello again");
    assertThat(context("PostToolUse")).doesNotContain("has woken you");
    assertThat(guards.of(WorkspaceId.DEFAULT, alice.agent()).sleeping().at(now::get))
        .containsExactly("bob");
    now.updateAndGet(time -> time.plus(WakeBudget.HOUR));
    assertThat(guards.of(WorkspaceId.DEFAULT, alice.agent()).sleeping().at(now::get)).isEmpty();
  }

  @Test
  void clientThatTakesMessagesWithAWake_hasTheSameBudget() {
    for (int i = 0; i < WAKES; i++) {
      say(alice, "wake " + i);
      assertThat(carrying(LONG).join().text()).contains("wake " + i);
      hook("UserPromptSubmit");
      hook("Stop");
    }
    say(alice, "one more");
    assertThat(carrying(SHORT).join().due()).isFalse();
  }

  @Test
  void senders_pastTheirBound_takeTheRoomOfTheFirst() {
    useUp(alice);
    for (int i = 0; i < WakeBudget.MAX_SENDERS - 1; i++) {
      budget.charge(new AgentId("sender-" + i));
    }
    assertThat(budget.admits(alice.agent())).isFalse();
    budget.charge(new AgentId("one-more"));
    assertThat(budget.admits(alice.agent())).isTrue();
  }

  @Test
  void urgentMessage_wakesPastTheBudget_whicheverComesFirst() {
    useUp(alice);
    CompletableFuture<Wake> wake = bell(LONG);
    MessageId id = alice.rooms().send(PLANNING, Body.of("fire")).messageId();
    assertThat(stillWaits(wake)).isTrue();
    desk.interrupt(id);
    assertThat(wake).succeedsWithin(LONG.dividedBy(4)).matches(Wake::due);
  }

  @Test
  void urgentMessage_interruptsABusyClient_thatReadsBetweenToolCalls() {
    hook("UserPromptSubmit");
    say(carol, "take your time");
    CompletableFuture<Wake> wake = bell(LONG);
    assertThat(stillWaits(wake)).isTrue();
    MessageId id =
        carol
            .sessions()
            .current()
            .messages()
            .send(SessionMessageDraft.direct(bob.agent(), "fire"))
            .id();
    desk.interrupt(id);
    assertThat(wake.join().due()).isTrue();
    assertThat(stillWaits(bell(LONG))).as("once").isTrue();
    assertThat(context("PostToolUse"))
        .containsSubsequence("urgent=\"true\"", ">\nfire\n", ">\ntake your time\n");
    assertThat(hook("PostToolUse")).isEmpty();
  }

  @Test
  void urgentMessage_doesNotInterruptABusyClient_thatIsWokenFromOutside() {
    hook("UserPromptSubmit");
    CompletableFuture<Wake> watch = desk.watch(LONG).toCompletableFuture();
    desk.interrupt(alice.rooms().send(PLANNING, Body.of("fire")).messageId());
    assertThat(stillWaits(watch)).isTrue();
    CompletableFuture<Wake> queue = carrying(LONG);
    assertThat(stillWaits(queue)).isTrue();
    assertThat(context("PostToolUse")).contains("urgent=\"true\"");
  }

  @Test
  void urgentMessage_doesNotWaitForTheRepeatOfAWake() {
    say(alice, "one");
    assertThat(bell(LONG).join().due()).isTrue();
    CompletableFuture<Wake> wake = bell(LONG);
    say(alice, "two");
    assertThat(stillWaits(wake)).isTrue();
    desk.interrupt(alice.rooms().send(PLANNING, Body.of("fire")).messageId());
    assertThat(wake.join().due()).isTrue();
  }

  @Test
  void messageThatWasHandedOutBefore_interruptsNobody() {
    MessageId id = alice.rooms().send(PLANNING, Body.of("fire")).messageId();
    assertThat(context("UserPromptSubmit")).contains("fire");
    desk.interrupt(id);
    say(alice, "later");
    assertThat(stillWaits(bell(LONG))).isTrue();
  }

  @Test
  void promptOfTheUser_liftsAStop_andOneThatAWakeBeganDoesNot() {
    var guard = guards.of(WorkspaceId.DEFAULT, bob.agent());
    for (int i = 0; i < 200 && guard.stop().isEmpty(); i++) {
      guard.handed(new AgentId("elsewhere"));
      try {
        String unused = guard.send("room", "number " + i, java.util.Optional.empty(), () -> "");
      } catch (dev.parley.problem.ParleyException stopped) {
        break;
      }
    }
    assertThat(guard.stop()).isPresent();
    say(alice, "wake");
    assertThat(bell(LONG).join().due()).isTrue();
    hook("UserPromptSubmit");
    assertThat(guard.stop()).isPresent();
    idle();
    hook("UserPromptSubmit");
    assertThat(guard.stop()).isEmpty();
  }

  private void useUp(Connection sender) {
    for (int i = 0; i < WAKES; i++) {
      say(sender, "wake " + i);
      assertThat(bell(LONG).join().due()).isTrue();
      assertThat(bob.inbox().await(java.util.OptionalLong.empty(), 10, SHORT)).succeedsWithin(LONG);
      idle();
    }
  }

  private static void say(Connection from, String text) {
    from.rooms().send(PLANNING, Body.of(text));
  }

  private void idle() {
    assertThat(hook("Stop")).isEmpty();
  }

  private Map<String, Object> hook(String event) {
    return desk.hook(event, HookDialect.CLAUDE).toCompletableFuture().join().output();
  }

  private String context(String event) {
    Map<?, ?> specific = (Map<?, ?>) hook(event).get("hookSpecificOutput");
    assertThat(specific).isNotNull();
    return String.valueOf(specific.get("additionalContext"));
  }

  private CompletableFuture<Wake> bell(Duration patience) {
    return desk.await(patience, false).toCompletableFuture();
  }

  private CompletableFuture<Wake> carrying(Duration patience) {
    return desk.await(patience, true).toCompletableFuture();
  }

  private static boolean stillWaits(CompletableFuture<Wake> wake) {
    return wake.copy()
        .thenApply(woken -> false)
        .completeOnTimeout(true, SHORT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
