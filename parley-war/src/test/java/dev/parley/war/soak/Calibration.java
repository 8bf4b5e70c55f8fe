package dev.parley.war.soak;

import dev.parley.war.load.LoadException;
import dev.parley.war.load.LoadReport;
import dev.parley.war.load.LoadRun;
import dev.parley.war.process.ProcFigures;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;
import java.util.Locale;

/**
 * Measures half load: the rate at which the server and the agents together use half of the
 * processors. It has a server of its own, so that the run begins with a fresh one.
 *
 * <p>Half of what agents reach that call again once they are answered would be too much: they come
 * together, and share commits that calls at a rate do not.
 */
final class Calibration implements LoadRun.Span {
  private static final double NANOS_PER_MICRO = 1_000;

  private final ProcFigures agents = new ProcFigures(ProcessHandle.current().pid());
  private final ServerProcess server;
  private long begunAt;
  private long cpuBefore;
  private double cores;

  private Calibration(ServerProcess server) {
    this.server = server;
  }

  /** Returns half load, in calls a second. */
  static int halfRate(SoakSettings settings) throws IOException {
    HalfLoad search = new HalfLoad(Runtime.getRuntime().availableProcessors() / 2.0);
    try (ServerProcess server = ServerProcess.start(settings)) {
      Calibration calibration = new Calibration(server);
      while (!search.isFound()) {
        int rate = search.rate();
        LoadReport report = new LoadRun(settings.load(server.origin(), rate)).run(calibration);
        if (!report.faults().isEmpty()) {
          throw new LoadException("The calibration failed: " + report.faults() + ".");
        }
        System.out.printf(
            Locale.ROOT, "%,d calls a second use %.2f processors.%n", rate, calibration.cores);
        search.measured(calibration.cores);
      }
    }
    return search.rate();
  }

  @Override
  public void begins() {
    begunAt = System.nanoTime();
    cpuBefore = cpuMicros();
  }

  @Override
  public void ends() {
    cores = (cpuMicros() - cpuBefore) * NANOS_PER_MICRO / (System.nanoTime() - begunAt);
  }

  private long cpuMicros() {
    return server.figures().cpuMicros() + agents.cpuMicros();
  }
}
