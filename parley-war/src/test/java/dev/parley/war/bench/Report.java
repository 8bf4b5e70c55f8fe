package dev.parley.war.bench;

import java.util.ArrayList;
import java.util.List;

/** The table of all workloads that were run. */
final class Report {
  private final List<String> rows = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();

  /** Runs a workload and keeps its figures, with how busy the machine was with other things. */
  void run(Workload workload, BenchSettings settings) throws Exception {
    MachineCpu machine = new MachineCpu();
    System.out.println(workload.name() + " (load " + machine.loadThen() + ")");
    List<Figure> figures = workload.measure(settings);
    String busy = machine.sinceThen();
    for (Figure figure : figures) {
      rows.add(figure.row(busy));
      if (figure.isPromise() && !figure.heldAlways()) {
        broken.add(figure.name());
      }
    }
  }

  /** What must hold on the slowest machine, and did not. */
  List<String> broken() {
    return broken;
  }

  void print() {
    System.out.println();
    System.out.println(
        "| Work | Median | Range | Must reach | Reached | Load before; cores others took |");
    System.out.println("|---|---|---|---|---|---|");
    rows.forEach(System.out::println);
  }
}
