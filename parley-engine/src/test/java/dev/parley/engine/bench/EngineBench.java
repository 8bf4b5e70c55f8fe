package dev.parley.engine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.topic.AppendAndDrain;
import java.util.Collection;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** The core's benchmarks, in one table; how fast they are is for people to read. */
@Tag("bench")
class EngineBench {
  private static final double TARGET = 2_000_000;

  @Test
  void everyBenchmark_runsThrough() throws Exception {
    Options options =
        new OptionsBuilder()
            .include(RoomOf200.class.getName())
            .include(AppendAndDrain.class.getName())
            .warmupIterations(5)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(3))
            .forks(1)
            .shouldFailOnError(true)
            .build();
    Collection<RunResult> results = new Runner(options).run();
    assertThat(results).hasSize(3);
    System.out.println();
    System.out.println("| Work (operations a second) | Median | Range | Must reach | Reached |");
    System.out.println("|---|---|---|---|---|");
    for (RunResult result : results) {
      System.out.println(row(result));
    }
  }

  private static String row(RunResult result) {
    Statistics runs = result.getPrimaryResult().getStatistics();
    String name = result.getParams().getBenchmark();
    boolean judged = name.startsWith(RoomOf200.class.getName());
    double median = runs.getPercentile(50);
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f to %,.0f | %s | %s |",
        name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1),
        median,
        runs.getMin(),
        runs.getMax(),
        judged ? String.format(Locale.ROOT, "%,.0f", TARGET) : "",
        judged ? (median >= TARGET ? "yes" : "NO") : "");
  }
}
