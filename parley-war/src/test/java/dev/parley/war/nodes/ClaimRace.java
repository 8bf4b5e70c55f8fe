package dev.parley.war.nodes;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/** Agents at two nodes, half of them at each, who all want all tasks of one session. */
public final class ClaimRace {
  private static final String SESSION = "race";
  private static final int AGENTS_OF_A_LINE = 10;
  private static final int ATTEMPTS = 5;
  private static final Duration BOUND = Duration.ofMinutes(2);

  private final TestNode first;
  private final TestNode second;
  private final List<String> tasks = new ArrayList<>();
  private final int agents;
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final Map<String, Boolean> taken = new ConcurrentHashMap<>();
  private final AtomicInteger twice = new AtomicInteger();
  private final List<Future<?>> claiming = new ArrayList<>();

  /** Makes the tasks, at the first node. */
  public ClaimRace(TestNode first, TestNode second, int tasks, int agents) {
    this.first = first;
    this.second = second;
    this.agents = agents;
    RawMcp lead = inSession(first.stranger().begin());
    for (int i = 0; i < tasks; i++) {
      this.tasks.add(
          lead.tool("create_task", "agent_id", "lead", "title", "t" + i, "priority", "medium")
              .accepted()
              .get("task_id"));
    }
  }

  private static RawMcp inSession(RawMcp client) {
    client.tool("start_session", "agent_id", "lead", "session_id", SESSION).accepted();
    return client;
  }

  /** Runs it, with something that happens once a fifth of the tasks is taken. */
  public void during(Meanwhile meanwhile) throws Exception {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < agents / AGENTS_OF_A_LINE; i++) {
      lines.add(new Line(i % 2 == 0 ? first : second));
    }
    ExecutorService threads = Executors.newFixedThreadPool(agents);
    try {
      for (int i = 0; i < agents; i++) {
        String agent = "agent" + i;
        Line line = lines.get(i % lines.size());
        int from = i * 37;
        claiming.add(threads.submit(() -> claimAll(agent, line, from)));
      }
      eventually("a fifth is taken", BOUND, () -> taken.size() >= tasks.size() / 5);
      meanwhile.happen();
      awaitEnd();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns when every agent has asked for every task that was not taken before it asked. */
  public void awaitEnd() throws Exception {
    for (Future<?> agent : claiming) {
      agent.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private void claimAll(String agent, Line line, int from) {
    for (int i = 0; i < tasks.size(); i++) {
      String task = tasks.get((from + i) % tasks.size());
      if (!taken.containsKey(task)) {
        boolean won = line.claim(agent, task);
        if (won && acknowledged.putIfAbsent(task, agent) != null) {
          twice.incrementAndGet();
        }
        taken.put(task, true);
      }
    }
  }

  /** Fails where a task has no owner, another one than was told so, or two were told so. */
  public void check(TestNode asked, String words) {
    assertThat(twice).hasValue(0);
    assertThat(owners(asked)).hasSize(tasks.size()).containsAllEntriesOf(acknowledged);
    System.out.println(
        tasks.size()
            + " tasks "
            + words
            + ": each has one owner, "
            + acknowledged.size()
            + " of the claims were acknowledged");
  }

  private static Map<String, String> owners(TestNode asked) {
    Map<String, String> owners = new ConcurrentHashMap<>();
    RawMcp lead = inSession(asked.stranger().begin());
    for (JsonNode task :
        lead.tool("get_all_tasks", "agent_id", "lead").accepted().fields().get("tasks")) {
      assertThat(task.get("status").asString()).isEqualTo("in_progress");
      owners.put(task.get("id").asString(), task.get("assignee").asString());
    }
    return owners;
  }

  /** A connection ten agents share; where its node is gone, it waits for it and connects anew. */
  private static final class Line {
    private final TestNode node;
    private RawMcp client;

    Line(TestNode node) {
      this.node = node;
      this.client = connected();
    }

    synchronized boolean claim(String agent, String task) {
      for (int attempt = 1; ; attempt++) {
        try {
          return client
              .tool("claim_task", "agent_id", agent, "task_id", task)
              .accepted()
              .fields()
              .get("claimed")
              .asBoolean();
        } catch (RuntimeException | AssertionError gone) {
          if (attempt == ATTEMPTS) {
            throw gone;
          }
          client = connected();
        }
      }
    }

    private RawMcp connected() {
      AtomicReference<RawMcp> opened = new AtomicReference<>();
      eventually(
          "the node is there",
          BOUND,
          () -> {
            try {
              opened.set(inSession(node.stranger().begin()));
              return true;
            } catch (AssertionError notYet) {
              return false;
            }
          });
      return opened.get();
    }
  }
}
