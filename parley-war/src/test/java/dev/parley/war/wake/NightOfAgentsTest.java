package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.room.RateLimit;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.message.SessionMessageDraft;
import dev.parley.war.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten agents of every behaviour send each other messages; each is seen, and nobody is nagged. */
class NightOfAgentsTest {
  private static final int MESSAGES = 2_000;
  private static final SessionId RUN = new SessionId("night");

  /**
   * The longest stretch in which a client of the test takes nothing, and room for a slow machine.
   */
  private static final Duration STARVED = Duration.ofSeconds(5);

  private final Random random = new Random(7);
  private final Map<Integer, Long> sentAt = new HashMap<>();
  private final Map<Integer, ScriptedAgent> recipients = new HashMap<>();

  @Test
  @Timeout(120)
  void night_everyMessageIsSeen_andACohortWakesOnce() throws InterruptedException {
    try (Parley parley = ParleyBuilder.builder().inMemory().rateLimit(RateLimit.OFF).build()) {
      List<ScriptedAgent> agents = new ArrayList<>();
      for (ScriptedAgent.Kind kind : ScriptedAgent.Kind.values()) {
        for (int i = 1; i <= 2; i++) {
          String name = kind.name().toLowerCase(Locale.ROOT) + i;
          agents.add(new ScriptedAgent(parley, RUN, name, kind, agents.size()));
        }
      }
      agents.forEach(ScriptedAgent::start);
      List<ScriptedAgent> senders =
          agents.stream().filter(agent -> agent.kind != ScriptedAgent.Kind.KILLED).toList();
      for (int number = 0; number < MESSAGES; number++) {
        ScriptedAgent to = agents.get(random.nextInt(agents.size()));
        ScriptedAgent from = senders.get(number % senders.size());
        send(number, from == to ? senders.get((number + 1) % senders.size()) : from, to);
        Thread.sleep(random.nextInt(100) == 0 ? 100 : 1);
      }
      agents.forEach(ScriptedAgent::calmDown);
      Eventually.eventually(
          "every message is seen",
          Duration.ofSeconds(30),
          () -> recipients.entrySet().stream().allMatch(NightOfAgentsTest::isSeen));
      report(agents);
      for (ScriptedAgent agent : agents) {
        assertThat(agent.mostWakesForOneCohort).as(agent.name).hasValueLessThanOrEqualTo(1);
        assertThat(agent.wakesWhileBusy).as(agent.name).hasValue(0);
        Set<Integer> once = new HashSet<>(agent.handed);
        if (agent.kind != ScriptedAgent.Kind.KILLED) {
          assertThat(agent.handed).as(agent.name + " got each once").hasSameSizeAs(once);
        }
        assertThat(longest(agent)).as(agent.name).isLessThan(STARVED);
      }
      agents.forEach(ScriptedAgent::end);
    }
  }

  private void send(int number, ScriptedAgent from, ScriptedAgent to) {
    sentAt.put(number, System.nanoTime());
    recipients.put(number, to);
    from.connection()
        .sessions()
        .current()
        .messages()
        .send(
            new SessionMessageDraft(
                Optional.of(new AgentId(to.name)),
                "number " + number + ".",
                Optional.empty(),
                Map.of(),
                Optional.empty()));
  }

  private static boolean isSeen(Map.Entry<Integer, ScriptedAgent> message) {
    return message.getValue().seenAt.containsKey(message.getKey());
  }

  private Duration longest(ScriptedAgent agent) {
    return agent.seenAt.entrySet().stream()
        .map(seen -> Duration.ofNanos(seen.getValue() - sentAt.get(seen.getKey())))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private void report(List<ScriptedAgent> agents) {
    System.out.println(
        "| agent | messages | again | wakes | for one cohort | while busy | median, longest ms |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (ScriptedAgent agent : agents) {
      List<Long> delays = new ArrayList<>();
      agent.seenAt.forEach((number, at) -> delays.add((at - sentAt.get(number)) / 1_000_000));
      Collections.sort(delays);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %d | %d | %d | %d | %s |%n",
          agent.name,
          agent.seenAt.size(),
          agent.handed.size() - agent.seenAt.size(),
          agent.wakes.get(),
          agent.mostWakesForOneCohort.get(),
          agent.wakesWhileBusy.get(),
          delays.isEmpty()
              ? "-"
              : delays.get(delays.size() / 2) + ", " + delays.get(delays.size() - 1));
    }
  }
}
