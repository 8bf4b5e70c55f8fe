package dev.parley.war.scale;

import java.io.IOException;

/** Measures deployments of several sizes, one after the other, and prints their tables. */
public final class ScaleMain {
  private ScaleMain() {}

  /** Ends with 1 where something was lost, doubled, claimed twice, or refused. */
  public static void main(String[] args) throws IOException {
    ScaleSettings settings = ScaleSettings.from(System.getProperties());
    ScaleTable table = new ScaleTable();
    for (int run = 1; run <= settings.runs(); run++) {
      for (Broker broker : settings.brokers()) {
        for (int nodes : settings.nodes()) {
          System.out.printf("Run %d: %s, nodes: %d%n", run, broker.title(), nodes);
          measure(broker, nodes, settings, table);
        }
      }
    }
    System.out.println();
    System.out.print(table.text());
    ModelTable.of(table, settings.agents() / settings.rooms() - 1).ifPresent(System.out::print);
    table.faults().forEach(fault -> System.out.println("FAILED: " + fault));
    System.exit(table.faults().isEmpty() ? 0 : 1);
  }

  private static void measure(Broker broker, int nodes, ScaleSettings settings, ScaleTable table)
      throws IOException {
    try (Deployment deployment = Deployment.start(broker, nodes)) {
      for (Kind kind : settings.kinds()) {
        table.add(kind, broker, nodes, new Trial(deployment, kind, settings).run());
      }
      deployment.warnings().forEach(System.out::println);
    }
  }
}
