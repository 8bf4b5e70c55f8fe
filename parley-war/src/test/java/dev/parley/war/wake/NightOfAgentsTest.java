package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.Recipient;
import dev.parley.message.SessionMessageDraft;
import dev.parley.war.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten agents of every behaviour send each other messages; each is seen, and nobody is nagged. */
class NightOfAgentsTest {
  private static final int MESSAGES = 2_000;

  /** The messages between two pauses, in which agents fall idle. */
  private static final int BURST = 20;

  private static final SessionId RUN = new SessionId("night");

  /**
   * The longest stretch in which a client of the test takes nothing, and room for a slow machine. A
   * wake that a desk withholds comes after minutes.
   */
  private static final Duration STARVED = Duration.ofSeconds(10);

  private record Sent(int number, Connection from, ScriptedAgent to, long seq, long at) {
    boolean isSeen() {
      return to.seenAt.containsKey(number);
    }

    /** Returns whether {@code message_status} says that it was seen. */
    boolean isSeenByTheLedger() {
      return from.sessions().current().messages().status(seq).recipients().stream()
          .allMatch(Recipient::seen);
    }

    long delayNanos() {
      return to.seenAt.get(number) - at;
    }
  }

  private final Random random = new Random(7);
  private final List<Sent> sent = new ArrayList<>();
  private final List<ScriptedAgent> agents = new ArrayList<>();
  private final Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build();

  @AfterEach
  void end() {
    agents.forEach(ScriptedAgent::end);
    parley.close();
  }

  @Test
  @Timeout(120)
  void night_everyMessageIsSeenOrShownAsNotSeen_andACohortWakesOnce() throws InterruptedException {
    for (ScriptedAgent.Kind kind : ScriptedAgent.Kind.values()) {
      for (int i = 1; i <= 2; i++) {
        String name = kind.name().toLowerCase(Locale.ROOT) + i;
        agents.add(new ScriptedAgent(parley, RUN, name, kind, agents.size()));
      }
    }
    ScriptedAgent mortal =
        agents.stream().filter(agent -> agent.name.equals("killed2")).findFirst().orElseThrow();
    List<ScriptedAgent> senders =
        agents.stream().filter(agent -> agent.kind != ScriptedAgent.Kind.KILLED).toList();
    agents.forEach(ScriptedAgent::start);
    for (int number = 0; number < MESSAGES; number++) {
      if (number == MESSAGES / 2) {
        mortal.killForGood();
      }
      ScriptedAgent to = agents.get(random.nextInt(agents.size()));
      ScriptedAgent from = senders.get(number % senders.size());
      send(number, from == to ? senders.get((number + 1) % senders.size()) : from, to);
      boolean isLast = number % BURST == BURST - 1;
      pause(isLast ? 90 : random.nextInt(2));
    }
    agents.forEach(ScriptedAgent::calmDown);
    try {
      Eventually.eventually(
          "every message is seen by those who live",
          () -> sent.stream().allMatch(each -> each.to().isGone() || each.isSeen()));
    } finally {
      report();
    }
    assertThat(mortal.isGone()).isTrue();
    assertThat(sent).filteredOn(each -> !each.isSeen()).as("to the dead").hasSizeGreaterThan(50);
    assertThat(sent)
        .filteredOn(each -> !each.to().isGone())
        .as("the ledger says so")
        .allMatch(Sent::isSeenByTheLedger);
    assertThat(sent)
        .filteredOn(each -> !each.isSeen())
        .as("nothing is claimed that has not happened")
        .noneMatch(Sent::isSeenByTheLedger);
    for (ScriptedAgent agent : agents) {
      assertThat(agent.mostWakesForOneCohort).as(agent.name).hasValueLessThanOrEqualTo(1);
      assertThat(agent.wakesWhileBusy).as(agent.name).hasValue(0);
      if (agent.kind != ScriptedAgent.Kind.KILLED) {
        Set<Integer> once = new HashSet<>(agent.handed);
        assertThat(agent.handed).as(agent.name + " got each once").hasSameSizeAs(once);
      }
    }
    assertThat(sent)
        .filteredOn(Sent::isSeen)
        .as("nobody is starved")
        .allMatch(each -> each.delayNanos() < STARVED.toNanos());
  }

  private static void pause(int millis) throws InterruptedException {
    var unused = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }

  private void send(int number, ScriptedAgent by, ScriptedAgent to) {
    Connection from = by.connection();
    long now = System.nanoTime();
    long seq =
        from.sessions()
            .current()
            .messages()
            .send(SessionMessageDraft.direct(new AgentId(to.name), "number " + number + "."))
            .seq();
    sent.add(new Sent(number, from, to, seq, now));
  }

  private void report() {
    System.out.println(
        "| agent | messages | not seen | again | deaths | wakes | lost | for one cohort | while busy"
            + " | median, longest ms |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    for (ScriptedAgent agent : agents) {
      List<Sent> to = sent.stream().filter(each -> each.to() == agent).toList();
      List<Long> delays = new ArrayList<>();
      to.stream()
          .filter(Sent::isSeen)
          .forEach(each -> delays.add(TimeUnit.NANOSECONDS.toMillis(each.delayNanos())));
      Collections.sort(delays);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %s |%n",
          agent.name,
          to.size(),
          to.size() - delays.size(),
          agent.handed.size() - agent.seenAt.size(),
          agent.deaths.get(),
          agent.wakes.get(),
          agent.lostWakes.get(),
          agent.mostWakesForOneCohort.get(),
          agent.wakesWhileBusy.get(),
          delays.isEmpty()
              ? "-"
              : delays.get(delays.size() / 2) + ", " + delays.get(delays.size() - 1));
    }
  }
}
