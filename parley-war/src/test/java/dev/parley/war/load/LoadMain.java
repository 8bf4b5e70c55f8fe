package dev.parley.war.load;

import java.io.IOException;

/** Puts a load on the deployment that the system properties {@code parley.load.*} name. */
public final class LoadMain {
  private LoadMain() {}

  /** Ends with 1 where something was lost, doubled, claimed twice, or refused. */
  public static void main(String[] args) {
    System.exit(run());
  }

  private static int run() {
    if (Boolean.getBoolean("parley.load.help")) {
      System.out.println(LoadSettings.HELP);
      return 0;
    }
    try {
      LoadReport report = new LoadRun(LoadSettings.from(System.getProperties())).run();
      report.print();
      return report.faults().isEmpty() ? 0 : 1;
    } catch (LoadException e) {
      System.out.println(e.getMessage());
    } catch (IOException e) {
      System.out.println("The run broke off: " + e + ".");
    }
    return 1;
  }
}
