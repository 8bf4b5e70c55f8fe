package dev.parley.war.bench;

import java.util.List;

/** One kind of work that is measured. */
interface Workload {

  String name();

  /** Starts what it needs, warms up, measures, and ends what it started. */
  List<Figure> measure(BenchSettings settings) throws Exception;
}
