package dev.parley.war.soak;

import dev.parley.war.load.LoadException;
import dev.parley.war.load.LoadReport;
import dev.parley.war.load.LoadRun;
import dev.parley.war.process.ServerProcess;
import java.io.IOException;

/** Measures what a server sustains, on one of its own, so that the run begins with a fresh one. */
final class Calibration {
  private Calibration() {}

  /** Half of the calls a second that agents make where each calls again once it is answered. */
  static int halfRate(SoakSettings settings) throws IOException {
    try (ServerProcess server = ServerProcess.start(settings)) {
      LoadReport report = new LoadRun(settings.load(server.origin(), 0)).run();
      if (!report.faults().isEmpty()) {
        throw new LoadException("The calibration failed: " + report.faults() + ".");
      }
      return Math.max(1, (int) (report.callsPerSecond() / 2));
    }
  }
}
