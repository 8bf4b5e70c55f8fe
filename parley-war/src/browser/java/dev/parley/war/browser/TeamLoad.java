package dev.parley.war.browser;

import dev.parley.war.testing.RawMcp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The agents whose work the figures of the page are taken under. */
final class TeamLoad {
  static final int EVENTS_A_SECOND = 200;

  private static final int AGENTS = 50;
  private static final AtomicLong SAID = new AtomicLong();

  private TeamLoad() {}

  static List<RawMcp> agents(TeamRun run) {
    List<RawMcp> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      agents.add(run.agent("agent-" + i));
    }
    return agents;
  }

  /** Sends messages at an even rate, each agent in turn; returns their number. */
  static long say(List<RawMcp> agents, int seconds) throws InterruptedException {
    long count = (long) EVENTS_A_SECOND * seconds;
    CountDownLatch left = new CountDownLatch((int) count);
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(8);
    for (long i = 0; i < count; i++) {
      RawMcp agent = agents.get((int) (i % AGENTS));
      String name = "agent-" + i % AGENTS;
      var unused =
          clock.schedule(
              () -> {
                synchronized (agent) {
                  agent.tool(
                      "send_message",
                      "agent_id",
                      name,
                      "content",
                      "figure " + SAID.incrementAndGet() + " at " + System.currentTimeMillis());
                }
                left.countDown();
              },
              i * 1_000_000 / EVENTS_A_SECOND,
              TimeUnit.MICROSECONDS);
    }
    left.await();
    clock.shutdown();
    return count;
  }

  /** A minute of a team at work, 20 events a second. */
  static void work(TeamRun run, RawMcp agent, int minute) throws InterruptedException {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    CountDownLatch left = new CountDownLatch(60 * 20);
    for (int i = 0; i < 60 * 20; i++) {
      String what = minute + "." + i;
      int kind = i % 100;
      Runnable act =
          () -> {
            switch (kind) {
              case 0 -> run.task("Task " + what, "medium", "");
              case 1 -> run.artifact("report-" + what, "report", "# Report\n\n" + what);
              default -> {
                if (kind % 2 == 0) {
                  agent.tool("parley_post", "topic", "planning", "content", "in the room: " + what);
                } else if (kind % 9 == 0) {
                  agent.tool("broadcast_thinking", "agent_id", "agent-0", "content", "On " + what);
                } else {
                  agent.tool("send_message", "agent_id", "agent-0", "content", "to all: " + what);
                }
              }
            }
            left.countDown();
          };
      var unused = clock.schedule(act, i * 50L, TimeUnit.MILLISECONDS);
    }
    left.await();
    clock.shutdown();
  }
}
