package dev.parley.war.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.event.DirectArrived;
import dev.parley.event.PermissionDecided;
import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.permission.PermissionAnswer;
import dev.parley.problem.LoopStopped;
import dev.parley.problem.MessageRepeated;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules by which an agent is stopped; by a clock that the test sets. */
class AgentGuardTest {
  private static final int LIMIT = 10;
  private static final AgentId ANN = new AgentId("ann");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-24T20:00:00Z"));
  private final InstantSource clock = now::get;
  private final LoopGuards guards = new LoopGuards(new GuardLimits(LIMIT, 30, 3), clock);
  private final AgentGuard alice = guard("alice");
  private final AgentGuard bob = guard("bob");
  private final AgentGuard carol = guard("carol");

  AgentGuardTest() {
    guards.recognizePeople((workspace, agent) -> agent.equals(ANN));
  }

  @Test
  void pingPong_ofTwo_endsAfterSoManyMessagesInAll() {
    assertThat(talk(alice, bob)).isEqualTo(LIMIT);
    assertThat(alice.stop()).hasValueSatisfying(stop -> assertThat(stop.with()).contains("bob"));
    assertThat(bob.stop()).isEmpty();
  }

  @Test
  void pingPong_byPushes_ends_whereAPermissionIsAnsweredInBetween() {
    AgentGuard[] both = {alice, bob};
    int sent = 0;
    while (sent < 10 * LIMIT && tries(both[sent % 2], "number " + sent)) {
      AgentGuard other = both[(sent + 1) % 2];
      other.pushed(new DirectArrived(message(both[sent % 2].agent())));
      other.pushed(new PermissionDecided("abcde", PermissionAnswer.ALLOW));
      sent++;
    }
    assertThat(sent).isEqualTo(LIMIT);
  }

  private static SessionMessage message(AgentId from) {
    return new SessionMessage(
        new MessageId("01HX0000000000000000000000"),
        new SessionId("run"),
        1,
        from,
        true,
        Instant.EPOCH,
        SessionMessageDraft.broadcast("hi"));
  }

  @Test
  void ring_ofThree_endsAfterSoManyMessagesInAll() {
    assertThat(talk(alice, bob, carol)).isEqualTo(LIMIT);
    assertThat(bob.stop()).hasValueSatisfying(stop -> assertThat(stop.with()).contains("alice"));
  }

  @Test
  void chain_ofManyAgents_endsAfterSoManyMessagesInAll() {
    AgentGuard[] chain = new AgentGuard[LIMIT + 3];
    for (int i = 0; i < chain.length; i++) {
      chain[i] = guard("agent-" + i);
    }
    assertThat(talk(chain)).isEqualTo(LIMIT);
  }

  @Test
  void roomOfThree_whereAllAnswerAll_ends() {
    int sent = 0;
    List<AgentGuard> all = List.of(alice, bob, carol);
    say(alice, "begin");
    hand(alice, bob, carol);
    while (all.stream().allMatch(one -> one.stop().isEmpty()) && sent < 10 * LIMIT) {
      for (AgentGuard one : all) {
        if (tries(one, "again " + sent)) {
          sent++;
        }
        all.stream().filter(other -> other != one).forEach(other -> other.handed(one.agent()));
      }
    }
    assertThat(sent).isBetween(LIMIT, 3 * LIMIT);
  }

  @Test
  void loopBesideAnAgentThatAnswersNobody_endsByTheCountOfEach() {
    AgentGuard clock = guard("clock");
    int sent = 0;
    while (alice.stop().isEmpty() && sent < 10 * LIMIT) {
      say(clock, "it is " + sent);
      alice.handed(clock.agent());
      alice.handed(bob.agent());
      if (!tries(alice, "a" + sent)) {
        break;
      }
      bob.handed(clock.agent());
      bob.handed(alice.agent());
      say(bob, "b" + sent);
      sent++;
    }
    assertThat(sent).as("its own answers").isEqualTo(LIMIT);
    assertThat(clock.stop()).isEmpty();
  }

  @Test
  void agentOfAnotherNode_isTakenToAnswer() {
    AgentId remote = new AgentId("remote");
    int sent = 0;
    do {
      alice.handed(remote);
    } while (tries(alice, "a" + sent) && ++sent < 10 * LIMIT);
    assertThat(sent).isEqualTo(LIMIT - 1);
  }

  @Test
  void floodOfOneSender_isNeverStopped_norIsWhoeverReadsIt() {
    for (int i = 0; i < 100 * LIMIT; i++) {
      say(alice, "same");
      bob.handed(alice.agent());
    }
    assertThat(alice.stop()).isEmpty();
    say(bob, "thanks");
    assertThat(bob.stop()).isEmpty();
  }

  @Test
  void stop_staysUntilAPersonLiftsIt_andWorkDoesNot() {
    talk(alice, bob);
    Instant begun = now.get();
    assertThat(refused(alice, "once more"))
        .isEqualTo(new LoopStopped(List.of("bob"), LIMIT, begun));
    now.set(begun.plus(Duration.ofDays(1)));
    alice.worked();
    assertThat(tries(alice, "something else")).isFalse();
    assertThat(alice.reset()).isTrue();
    assertThat(alice.reset()).as("a second time").isFalse();
    say(alice, "now");
    assertThat(talk(alice, bob)).as("the count begins anew").isGreaterThan(1);
  }

  @Test
  void stopAndLift_areReported_onceEach() {
    List<String> changes = new ArrayList<>();
    guards.onChange((workspace, agent) -> changes.add(agent.value()));
    talk(alice, bob);
    assertThat(tries(alice, "once more")).isFalse();
    assertThat(changes).containsExactly("alice");
    assertThat(alice.reset()).isTrue();
    assertThat(changes).containsExactly("alice", "alice");
  }

  @Test
  void work_ofEach_setsTheCountBack() {
    for (int i = 0; i < 20 * LIMIT; i++) {
      alice.handed(bob.agent());
      say(alice, "a" + i);
      bob.handed(alice.agent());
      say(bob, "b" + i);
      if (i % (LIMIT / 2 - 1) == 0) {
        alice.worked();
        bob.worked();
      }
    }
    assertThat(alice.stop()).isEmpty();
    assertThat(bob.stop()).isEmpty();
  }

  @Test
  void messageOfAPerson_isNoExchange() {
    for (int i = 0; i < 3 * LIMIT; i++) {
      alice.handed(ANN);
      say(alice, "yes " + i);
    }
    assertThat(alice.stop()).isEmpty();
  }

  @Test
  void agentWithoutALimit_isNeverStopped() {
    LoopGuards off = LoopGuards.off();
    AgentGuard one = off.of(WorkspaceId.DEFAULT, new AgentId("one"));
    AgentGuard two = off.of(WorkspaceId.DEFAULT, new AgentId("two"));
    for (int i = 0; i < 50 * LIMIT; i++) {
      one.handed(two.agent());
      say(one, "same");
      two.handed(one.agent());
      say(two, "same");
    }
    assertThat(one.stop()).isEmpty();
  }

  @Test
  void sameAnswer_forTheFourthTimeWithinTenMinutes_isRefused() {
    for (int i = 0; i < RepeatedText.REFUSED_REPEAT; i++) {
      answer(alice, i % 2 == 0 ? "On it!" : "  on \n IT! ");
      now.updateAndGet(time -> time.plusSeconds(1));
    }
    alice.handed(new AgentId("dave"));
    assertThat(refused(alice, "ON IT!"))
        .isEqualTo(
            new MessageRepeated(3, Duration.ofMinutes(10), Duration.ofMinutes(10).minusSeconds(3)));
    assertThat(tries(alice, "Done.")).as("another text").isTrue();
  }

  @Test
  void sameAnswer_passesAgainWhenTheTimeIsOver_notAMillisecondEarlier() {
    Instant begun = now.get();
    for (int i = 0; i < RepeatedText.REFUSED_REPEAT; i++) {
      answer(alice, "on it");
    }
    alice.handed(new AgentId("dave"));
    now.set(begun.plus(RepeatedText.WINDOW).minusMillis(1));
    assertThat(tries(alice, "on it")).isFalse();
    now.set(begun.plus(RepeatedText.WINDOW));
    assertThat(tries(alice, "on it")).isTrue();
  }

  @Test
  void sameText_withNothingHandedInBetween_isNoRepeat() {
    alice.handed(bob.agent());
    for (int i = 0; i < 10; i++) {
      say(alice, "tick");
    }
    assertThat(alice.stop()).isEmpty();
  }

  @Test
  void sameAnswer_toEachOfManyRooms_isNoRepeat() {
    for (int i = 0; i < 5; i++) {
      alice.handed(bob.agent());
      assertThat(send(alice, "room-" + i, "on it", Optional.empty())).isTrue();
    }
  }

  @Test
  void sameAnswer_underTheSameKey_isARetry() {
    for (int i = 0; i < 5; i++) {
      alice.handed(new AgentId("dave"));
      assertThat(send(alice, "room", "on it", Optional.of("k"))).isTrue();
    }
  }

  @Test
  void destinations_pastTheirBound_forgetTheOldest_andNotOneEarlier() {
    AgentGuard patient =
        new LoopGuards(new GuardLimits(100, 30, 3), clock)
            .of(WorkspaceId.DEFAULT, new AgentId("patient"));
    for (int i = 0; i < RepeatedText.REFUSED_REPEAT; i++) {
      patient.handed(new AgentId("dave"));
      assertThat(send(patient, "first", "on it", Optional.empty())).isTrue();
    }
    for (int i = 1; i < RepeatedText.MAX_DESTINATIONS; i++) {
      patient.handed(new AgentId("dave"));
      assertThat(send(patient, "room-" + i, "number " + i, Optional.empty())).isTrue();
    }
    patient.handed(new AgentId("dave"));
    assertThat(send(patient, "first", "on it", Optional.empty())).isFalse();
    assertThat(send(patient, "one more", "number", Optional.empty())).isTrue();
    patient.handed(new AgentId("dave"));
    assertThat(send(patient, "first", "on it", Optional.empty())).isTrue();
  }

  @Test
  void receiversThatSleep_pastTheirBound_leaveTheNewest() {
    for (int i = 0; i <= SleepingReceivers.MAX_RECEIVERS; i++) {
      alice.sleeping().add(new AgentId("r" + i), now.get().plusSeconds(1));
    }
    assertThat(alice.sleeping().at(clock))
        .hasSize(SleepingReceivers.MAX_RECEIVERS)
        .doesNotContain("r0");
    now.updateAndGet(time -> time.plusSeconds(1));
    assertThat(alice.sleeping().at(clock)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"on it", " on it ", "ON\t\tIT", "On\nit"})
  void text_isTheSame_withoutRegardToCaseAndSpace(String text) {
    assertThat(RepeatedText.hash(text)).isEqualTo(RepeatedText.hash("on it"));
    assertThat(RepeatedText.hash(text)).isNotEqualTo(RepeatedText.hash("onit"));
  }

  @Test
  void refusedSend_countsForNothing() {
    AtomicInteger sent = new AtomicInteger();
    alice.handed(bob.agent());
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                alice.send(
                    "room",
                    "x",
                    Optional.empty(),
                    () -> {
                      sent.incrementAndGet();
                      throw new IllegalStateException("refused further down");
                    }));
    assertThat(sent).hasValue(1);
    assertThat(talk(alice, bob)).as("its first one answers bob").isEqualTo(LIMIT - 1);
  }

  @Test
  void agents_pastTheirBound_takeTheRoomOfAnother_andNeverOfOneThatIsStopped() {
    int stopped = 500;
    for (int i = 0; i < stopped; i++) {
      stop(guard("stopped-" + i));
    }
    for (int i = 0; i < LoopGuards.MAX_AGENTS; i++) {
      AgentGuard unused = guard("many-" + i);
    }
    assertThat(count("stopped-", stopped)).isEqualTo(stopped);
    for (int i = 0; i < stopped; i++) {
      assertThat(guard("stopped-" + i).stop()).as("stopped-" + i).isPresent();
    }
    assertThat(count("many-", LoopGuards.MAX_AGENTS)).isLessThan(LoopGuards.MAX_AGENTS);
  }

  private static void stop(AgentGuard agent) {
    int number = 0;
    do {
      agent.handed(new AgentId("elsewhere"));
    } while (tries(agent, "number " + number++));
  }

  private long count(String prefix, int many) {
    return IntStream.range(0, many)
        .filter(i -> guards.find(WorkspaceId.DEFAULT, new AgentId(prefix + i)).isPresent())
        .count();
  }

  /** Lets each answer the one before it, in turn; returns how many messages were sent. */
  private int talk(AgentGuard... agents) {
    int sent = 0;
    while (sent < 10 * LIMIT && tries(agents[sent % agents.length], "number " + sent)) {
      agents[(sent + 1) % agents.length].handed(agents[sent % agents.length].agent());
      sent++;
    }
    return sent;
  }

  private static void hand(AgentGuard from, AgentGuard... to) {
    for (AgentGuard one : to) {
      one.handed(from.agent());
    }
  }

  private void answer(AgentGuard agent, String text) {
    agent.handed(new AgentId("dave"));
    say(agent, text);
  }

  private AgentGuard guard(String name) {
    return guards.of(WorkspaceId.DEFAULT, new AgentId(name));
  }

  private static void say(AgentGuard agent, String text) {
    assertThat(tries(agent, text)).isTrue();
  }

  private static boolean tries(AgentGuard agent, String text) {
    return send(agent, "room", text, Optional.empty());
  }

  private static boolean send(AgentGuard agent, String to, String text, Optional<String> key) {
    try {
      return agent.send(to, text, key, () -> true);
    } catch (ParleyException refused) {
      return false;
    }
  }

  private static Object refused(AgentGuard agent, String text) {
    try {
      return agent.send("room", text, Optional.empty(), () -> "sent");
    } catch (ParleyException refused) {
      return refused.problem();
    }
  }
}
