package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.event.RecordedEvent;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.session.Session;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 500 tasks, 200 agents who want them all: each task gets exactly one owner, and all say so. */
class ClaimRaceTest {
  private static final int TASKS = 500;
  private static final int CLAIMERS = 200;
  private static final int CONNECTIONS = 20;
  private static final int STRIDE = 25;
  private static final SessionId RACE = new SessionId("race");

  @Test
  void race_onAnH2File_givesEachTaskOneOwner(@TempDir Path directory) throws Exception {
    try (HikariDataSource source = Databases.inFile(directory)) {
      race(source, "one");
    }
  }

  @Test
  void race_onPostgres_givesEachTaskOneOwner() throws Exception {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      race(source, "one");
    }
  }

  @Test
  void race_onMariaDb_givesEachTaskOneOwner() throws Exception {
    try (HikariDataSource source = Store.MARIADB.newDatabase()) {
      race(source, "one");
    }
  }

  @Test
  void race_ofTwoEnginesOverOnePostgres_givesEachTaskOneOwner() throws Exception {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      race(source, "one", "two");
    }
  }

  private static void race(HikariDataSource source, String... nodes) throws Exception {
    List<Parley> engines = new ArrayList<>();
    try {
      for (String node : nodes) {
        engines.add(ParleyBuilder.builder().database(source).node(node).build());
      }
      List<Session> connections =
          IntStream.range(0, CONNECTIONS)
              .mapToObj(i -> session(engines.get(i % engines.size()), "connection-" + i))
              .toList();
      Session maker = connections.get(0);
      List<TaskId> tasks =
          AtOnce.run(CONNECTIONS, i -> create(connections.get(i))).stream()
              .flatMap(List::stream)
              .toList();
      check(maker, tasks, claims(connections, tasks));
    } finally {
      engines.forEach(Parley::close);
    }
  }

  private static List<TaskId> create(Session session) {
    return IntStream.range(0, TASKS / CONNECTIONS)
        .mapToObj(i -> session.tasks().create(TaskDraft.titled("task " + i).build()).id())
        .toList();
  }

  /** Half of the claimers take what is next; the others name the tasks they want. */
  private static Map<TaskId, List<AgentId>> claims(List<Session> connections, List<TaskId> tasks)
      throws Exception {
    List<Callable<List<Task>>> claimers = new ArrayList<>();
    for (int i = 0; i < CLAIMERS; i++) {
      AgentId agent = new AgentId("claimer-" + i);
      Session session = connections.get(i % CONNECTIONS).as(agent);
      claimers.add(i % 2 == 0 ? () -> takeNext(session) : () -> takeNamed(session, tasks));
    }
    ExecutorService pool = Executors.newFixedThreadPool(CLAIMERS / 2);
    Map<TaskId, List<AgentId>> owners = new HashMap<>();
    try {
      for (Future<List<Task>> won : pool.invokeAll(claimers)) {
        for (Task task : won.get()) {
          owners
              .computeIfAbsent(task.id(), id -> new ArrayList<>())
              .add(task.assignee().orElseThrow());
        }
      }
    } finally {
      pool.shutdownNow();
    }
    return owners;
  }

  private static List<Task> takeNext(Session session) {
    List<Task> won = new ArrayList<>();
    for (Claim claim = session.tasks().claimNext();
        claim.isWon();
        claim = session.tasks().claimNext()) {
      won.add(claim.task().orElseThrow());
    }
    return won;
  }

  /** Every 25th from a place of its own: four want each, and so do those who take the next. */
  private static List<Task> takeNamed(Session session, List<TaskId> tasks) {
    List<Task> won = new ArrayList<>();
    for (int i = Math.floorMod(session.agent().hashCode(), STRIDE); i < TASKS; i += STRIDE) {
      Claim claim = session.tasks().claim(tasks.get(i));
      if (claim.isWon()) {
        won.add(claim.task().orElseThrow());
      } else {
        assertThat(claim.claimedBy()).as("who has it instead").isPresent();
      }
    }
    return won;
  }

  private static void check(
      Session session, List<TaskId> tasks, Map<TaskId, List<AgentId>> owners) {
    assertThat(owners.keySet()).containsExactlyInAnyOrderElementsOf(tasks);
    assertThat(owners.values()).allSatisfy(each -> assertThat(each).hasSize(1));
    List<Task> board = session.tasks().list(TaskFilter.ALL);
    assertThat(board).hasSize(TASKS);
    for (Task task : board) {
      assertThat(task.status()).isEqualTo(TaskStatus.IN_PROGRESS);
      assertThat(task.assignee()).contains(owners.get(task.id()).get(0));
      assertThat(task.lease().orElseThrow().fencingToken()).isEqualTo(1);
    }
    List<RecordedEvent> events = session.eventsAfter(0, 10_000);
    assertThat(events).extracting(RecordedEvent::seq).doesNotHaveDuplicates().isSorted();
    Map<TaskId, List<AgentId>> recorded = new HashMap<>();
    for (RecordedEvent event : events) {
      TaskChanged changed = (TaskChanged) event.event();
      if (changed.status() == TaskStatus.IN_PROGRESS) {
        assertThat(event.agent()).isEqualTo(changed.assignee());
        recorded
            .computeIfAbsent(changed.task(), id -> new ArrayList<>())
            .add(changed.assignee().orElseThrow());
      }
    }
    assertThat(recorded).isEqualTo(owners);
    assertThat(events).hasSize(2 * TASKS);
  }

  private static Session session(Parley parley, String agent) {
    return parley.connect(ConnectOptions.of(agent).during(RACE)).sessions().current();
  }
}
