package dev.parley.war.soak;

import dev.parley.war.load.LoadException;
import java.io.IOException;

/** Runs for the time that the system properties {@code parley.soak.*} name. */
public final class SoakMain {
  private SoakMain() {}

  /** Ends with 1 where something failed, was lost, or grew. */
  public static void main(String[] args) {
    System.exit(run());
  }

  private static int run() {
    if (Boolean.getBoolean("parley.soak.help")) {
      System.out.println(SoakSettings.HELP);
      return 0;
    }
    try {
      return run(SoakSettings.from(System.getProperties()));
    } catch (LoadException e) {
      System.out.println(e.getMessage());
    } catch (IOException e) {
      System.out.println("The run broke off: " + e + ".");
    }
    return 1;
  }

  private static int run(SoakSettings settings) throws IOException {
    int rate = settings.rate();
    if (rate == 0) {
      rate = Calibration.halfRate(settings);
    }
    System.out.printf("%,d calls a second for %d minutes.%n", rate, settings.minutes());
    try (SoakRun run = new SoakRun(settings, rate)) {
      SoakReport report = new SoakReport(run.run(), settings.isKilled());
      report.write(settings.folder().resolve("soak.csv"));
      report.print();
      return report.faults().isEmpty() ? 0 : 1;
    }
  }
}
