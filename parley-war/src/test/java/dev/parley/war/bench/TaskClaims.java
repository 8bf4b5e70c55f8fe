package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;

/** I: sixteen clients claim tasks of one board, each a task of its own that is free. */
final class TaskClaims implements Workload {
  private static final int TASKS = 10_000;
  private static final int WARM_UPS = 3;
  private static final int TASKS_OF_A_SLICE = 500;

  private final Figure calls = Figure.atLeast("I claim_task, 16 outstanding: calls/s", 3_000);
  private final Figure serverCpu = Figure.told("I claim_task: server CPU us per call");

  @Override
  public String name() {
    return "I: claim_task, 16 outstanding";
  }

  /** Claims of tasks that were made before the slice; a slice is so many, however long it takes. */
  static Load load(ServerProcess server) throws IOException {
    KeepAlive line = new KeepAlive(server.address());
    Team team = Team.in("claims", server, line);
    return new Load() {
      private List<String> tasks = List.of();

      @Override
      public void prepare() throws IOException {
        tasks = team.create(TASKS_OF_A_SLICE);
      }

      @Override
      public long work(long nanos) throws IOException {
        team.claim(tasks);
        return tasks.size();
      }

      @Override
      public void close() throws IOException {
        line.close();
      }
    };
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team team = Team.in("claims", server, line);
      for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
        team.claim(team.create(TASKS));
      }
      for (int run = 0; run < settings.runs(); run++) {
        List<String> tasks = team.create(TASKS);
        long cpuBefore = server.figures().cpuMicros();
        calls.add(TASKS / team.claim(tasks));
        serverCpu.add((double) (server.figures().cpuMicros() - cpuBefore) / TASKS);
      }
    }
    return List.of(calls, serverCpu);
  }
}
