package dev.parley.war.bench;

import dev.parley.war.driver.KeepAlive;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.List;

/** H: one client puts tasks on a board, one after the other. */
final class TaskCreation implements Workload {
  /** Until then half of what a call takes is compiling. */
  private static final int WARM_UP_SECONDS = 30;

  private final Figure median = Figure.atMost("H create_task, 1 client: p50 ms", 1.0);
  private final Figure worst = Figure.told("H create_task, 1 client: p99 ms");

  @Override
  public String name() {
    return "H: create_task over HTTP";
  }

  /** The calls of one client. */
  static Load load(ServerProcess server) throws IOException {
    KeepAlive line = new KeepAlive(server.address());
    Team team = Team.in("tasks", server, line);
    return new OneClient(line, () -> team.call("create_task", Team.task()));
  }

  @Override
  public List<Figure> measure(BenchSettings settings) throws Exception {
    try (ServerProcess server = ServerProcess.start(settings);
        KeepAlive line = new KeepAlive(server.address())) {
      Team team = Team.in("tasks", server, line);
      int half = Math.max(1, settings.seconds() / 2);
      Latencies.of(WARM_UP_SECONDS, () -> team.time("create_task", Team.task()));
      for (int run = 0; run < settings.runs(); run++) {
        Latencies latencies = Latencies.of(half, () -> team.time("create_task", Team.task()));
        median.add(latencies.millisAt(0.5));
        worst.add(latencies.millisAt(0.99));
      }
    }
    return List.of(median, worst);
  }
}
