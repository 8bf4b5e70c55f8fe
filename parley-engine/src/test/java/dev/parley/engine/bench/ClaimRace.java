package dev.parley.engine.bench;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.task.Tasks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A session with free tasks and nothing else, and agents that claim all of them at once. */
final class ClaimRace {
  private static final String FILL =
      """
      INSERT INTO parley_task (id, session_id, number, title, priority, status, created_by, depth,
        dependencies, fence, queued, created_at, updated_at)
      SELECT gen_random_uuid(), '%s', n, 'task', 2, 'TODO', 'lead', 0, 0, 0, n, 0, 0
      FROM generate_series(1, %d) n
      """;

  private final Parley parley;
  private final SessionId session;
  private final String key;
  private final List<TaskId> tasks = new ArrayList<>();

  private ClaimRace(Parley parley, SessionId session, String key) {
    this.parley = parley;
    this.session = session;
    this.key = key;
  }

  /** Makes the session and its tasks, the latter by a statement of their own. */
  static ClaimRace of(Parley parley, String session, int tasks, Statement rows)
      throws SQLException {
    SessionId id = new SessionId(session);
    try (Connection lead = parley.connect(ConnectOptions.of("lead"))) {
      lead.sessions().start(id);
    }
    String key = texts(rows, "SELECT id FROM parley_session WHERE name = '" + session + "'").get(0);
    ClaimRace race = new ClaimRace(parley, id, key);
    rows.execute(FILL.formatted(key, tasks));
    rows.execute("VACUUM ANALYZE parley_task");
    texts(rows, "SELECT id FROM parley_task WHERE session_id = '" + key + "' ORDER BY queued")
        .forEach(task -> race.tasks.add(new TaskId(task)));
    return race;
  }

  /** The session's key in rows. */
  String key() {
    return key;
  }

  /** Each agent claims whatever comes next; answers how many claims there were a second. */
  double claimNext(int agents) throws Exception {
    AtomicInteger left = new AtomicInteger(tasks.size());
    return run(agents, board -> left.getAndDecrement() > 0 && won(board.claimNext()));
  }

  /** Each agent claims a task by its id; answers how many claims there were a second. */
  double claim(int agents) throws Exception {
    Queue<TaskId> left = new ConcurrentLinkedQueue<>(tasks);
    return run(
        agents,
        board -> {
          TaskId task = left.poll();
          return task != null && won(board.claim(task));
        });
  }

  private double run(int agents, Function<Tasks, Boolean> claim) throws Exception {
    List<Connection> connections = new ArrayList<>();
    List<Future<?>> running = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(agents);
    try {
      for (int i = 0; i < agents; i++) {
        Connection connection = parley.connect(ConnectOptions.of("agent-" + i));
        connections.add(connection);
        connection.sessions().start(session);
      }
      long begun = System.nanoTime();
      for (Connection connection : connections) {
        Tasks board = connection.sessions().current().tasks();
        running.add(
            threads.submit(
                () -> {
                  while (claim.apply(board)) {}
                }));
      }
      for (Future<?> agent : running) {
        agent.get();
      }
      return tasks.size() / ((System.nanoTime() - begun) / 1e9);
    } finally {
      threads.shutdownNow();
      connections.forEach(Connection::close);
    }
  }

  private static boolean won(Claim claim) {
    if (!claim.isWon()) {
      throw new IllegalStateException("a free task was not won: " + claim);
    }
    return true;
  }

  private static List<String> texts(Statement rows, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (ResultSet found = rows.executeQuery(query)) {
      while (found.next()) {
        texts.add(found.getString(1));
      }
    }
    return texts;
  }
}
