package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two server processes over one PostgreSQL: 200 agents claim 500 tasks, each has one owner. */
@Tag("faults")
class TwoServersIT {
  private static final int TASKS = 500;
  private static final int AGENTS = 200;
  private static final int CONNECTIONS = 20;
  private static final String SESSION = "race";

  @TempDir private Path folder;

  @Test
  void race_everyTaskHasExactlyOneOwner() throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start();
        RunningServer first = server(database, "first", 0).start();
        RunningServer second = server(database, "second", 0).start()) {
      Race race = new Race(tasks(first));
      race.run(first, second);
      race.check(owners(second), "claimed by 200 agents over two servers");
    }
  }

  @Test
  void race_whileOneServerIsKilledAndStarted_everyTaskHasExactlyOneOwner() throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start();
        RunningServer first = server(database, "first", 0).start();
        RunningServer second = server(database, "second", 0).start()) {
      Race race = new Race(tasks(first));
      race.run(
          first,
          second,
          () -> {
            int port = second.port();
            second.kill9();
            try (RunningServer again = server(database, "second", port).start()) {
              assertThat(again.health().get("status").asString()).isEqualTo("up");
              race.awaitEnd();
            }
          });
      race.check(owners(first), "claimed while a server was killed and started");
    }
  }

  private ServerLaunch server(EmbeddedPostgres database, String node, int port) {
    ServerLaunch launch =
        RunningServer.launch()
            .data(folder.resolve(node))
            .with("--db", database.getJdbcUrl("postgres", "postgres"))
            .setting("node", node);
    return port == 0 ? launch : launch.port(port);
  }

  private static List<String> tasks(RunningServer server) {
    List<String> tasks = new ArrayList<>();
    try (RawMcp lead = server.client()) {
      lead.tool("start_session", "agent_id", "lead", "session_id", SESSION).accepted();
      for (int i = 0; i < TASKS; i++) {
        tasks.add(
            lead.tool("create_task", "agent_id", "lead", "title", "t" + i, "priority", "medium")
                .accepted()
                .fields()
                .get("task_id")
                .asString());
      }
    }
    return tasks;
  }

  /** Who has each task, as a server says that did not serve all the claims. */
  private static Map<String, String> owners(RunningServer server) {
    Map<String, String> owners = new ConcurrentHashMap<>();
    try (RawMcp lead = server.client()) {
      lead.tool("start_session", "agent_id", "lead", "session_id", SESSION).accepted();
      for (JsonNode task :
          lead.tool("get_all_tasks", "agent_id", "lead").accepted().fields().get("tasks")) {
        assertThat(task.get("status").asString()).isEqualTo("in_progress");
        owners.put(task.get("id").asString(), task.get("assignee").asString());
      }
    }
    return owners;
  }

  /** What goes on while the race does. */
  private interface Meanwhile {
    void happen() throws Exception;
  }

  private static final class Race {
    private final List<String> tasks;
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Boolean> taken = new ConcurrentHashMap<>();
    private final AtomicInteger twice = new AtomicInteger();
    private final List<Future<?>> agents = new ArrayList<>();

    Race(List<String> tasks) {
      this.tasks = tasks;
    }

    void run(RunningServer first, RunningServer second) throws Exception {
      run(first, second, () -> {});
    }

    void run(RunningServer first, RunningServer second, Meanwhile meanwhile) throws Exception {
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        lines.add(new Line(i % 2 == 0 ? first : second));
      }
      ExecutorService threads = Executors.newFixedThreadPool(AGENTS);
      try {
        for (int i = 0; i < AGENTS; i++) {
          String agent = "agent" + i;
          Line line = lines.get(i % CONNECTIONS);
          int from = i * 37;
          agents.add(threads.submit(() -> claimAll(agent, line, from)));
        }
        while (taken.size() < TASKS / 5) {
          Thread.onSpinWait();
        }
        meanwhile.happen();
        awaitEnd();
      } finally {
        threads.shutdownNow();
        lines.forEach(Line::close);
      }
    }

    void awaitEnd() throws Exception {
      for (Future<?> agent : agents) {
        agent.get();
      }
    }

    private void claimAll(String agent, Line line, int from) {
      for (int i = 0; i < TASKS; i++) {
        String task = tasks.get((from + i) % TASKS);
        if (!taken.containsKey(task)) {
          boolean won = line.claim(agent, task);
          if (won && acknowledged.putIfAbsent(task, agent) != null) {
            twice.incrementAndGet();
          }
          taken.put(task, true);
        }
      }
    }

    void check(Map<String, String> owners, String words) {
      assertThat(twice).hasValue(0);
      assertThat(owners).hasSize(TASKS).containsAllEntriesOf(acknowledged);
      System.out.println(
          TASKS
              + " tasks "
              + words
              + ": each has one owner, "
              + acknowledged.size()
              + " of the claims were acknowledged");
    }
  }

  /** A connection ten agents share; where its server is gone, it waits for it and connects anew. */
  private static final class Line implements AutoCloseable {
    private final RunningServer server;
    private RawMcp client;

    Line(RunningServer server) {
      this.server = server;
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
          if (attempt == 5) {
            throw gone;
          }
          client.close();
          client = connected();
        }
      }
    }

    private RawMcp connected() {
      AtomicReference<RawMcp> opened = new AtomicReference<>();
      eventually(
          "the server is there",
          () -> {
            try {
              opened.set(server.client());
              return true;
            } catch (AssertionError notYet) {
              return false;
            }
          });
      RawMcp fresh = opened.get();
      fresh.tool("start_session", "agent_id", "x", "session_id", SESSION).accepted();
      return fresh;
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
