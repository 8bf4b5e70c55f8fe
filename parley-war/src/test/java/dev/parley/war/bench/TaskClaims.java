package dev.parley.war.bench;

import java.util.List;

/** I: sixteen clients claim tasks of one board, each a task of its own that is free. */
final class TaskClaims implements Workload {
  private static final int TASKS = 10_000;
  private static final int WARM_UPS = 3;

  private final Figure calls = Figure.atLeast("I claim_task, 16 outstanding: calls/s", 3_000);
  private final Figure serverCpu = Figure.told("I claim_task: server CPU us per call");

  @Override
  public String name() {
    return "I: claim_task, 16 outstanding";
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team team = Team.in("claims", server.address(), line);
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
