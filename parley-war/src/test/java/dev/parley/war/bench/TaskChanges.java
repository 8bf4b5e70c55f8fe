package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Changes of tasks by their creators, which are no entries of the audit, or by others, which are;
 * that is all the difference.
 */
final class TaskChanges implements Load {
  private static final int TASKS = 400;
  private static final int CREATOR = 0;
  private static final int OTHER = 1;

  /** Longer than an entry waits to be written, so that the writing counts. */
  private static final long UNTIL_WRITTEN = TimeUnit.MILLISECONDS.toNanos(400);

  private final KeepAlive line;
  private final Team team;
  private final int changing;
  private final List<String> tasks = new ArrayList<>();

  private TaskChanges(ServerProcess server, String session, int changing) throws IOException {
    this.line = new KeepAlive(server.address());
    this.team = Team.in(session, server, line);
    this.changing = changing;
  }

  static Load byCreators(ServerProcess server) throws IOException {
    return new TaskChanges(server, "own-tasks", CREATOR);
  }

  static Load byOthers(ServerProcess server) throws IOException {
    return new TaskChanges(server, "tasks-of-others", OTHER);
  }

  @Override
  public void prepare() throws IOException {
    tasks.clear();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(team.callAs(CREATOR, "create_task", Team.task()).field("task_id"));
    }
    LockSupport.parkNanos(UNTIL_WRITTEN);
  }

  @Override
  public long work(long nanos) throws IOException {
    for (String task : tasks) {
      String change = "\"task_id\":\"" + task + "\",\"status\":\"in_progress\"";
      team.callAs(changing, "update_task", change);
    }
    LockSupport.parkNanos(UNTIL_WRITTEN);
    return tasks.size();
  }

  @Override
  public void close() throws IOException {
    line.close();
  }
}
