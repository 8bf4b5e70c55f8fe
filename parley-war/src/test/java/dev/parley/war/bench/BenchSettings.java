package dev.parley.war.bench;

import dev.parley.war.process.ServerFile;
import java.nio.file.Path;
import java.util.List;

/**
 * The settings of a run, each a system property {@code parley.bench.*}.
 *
 * @param isSteadyToo whether first calls are followed by those of a warm server
 */
record BenchSettings(
    Path war,
    List<String> serverFlags,
    int runs,
    int seconds,
    int members,
    boolean isSteadyToo,
    SliceSettings comparison)
    implements ServerFile {

  static BenchSettings fromProperties() {
    String flags = System.getProperty("parley.bench.flags", "").strip();
    return new BenchSettings(
        Path.of(System.getProperty("parley.war", "target/parley.war")),
        flags.isEmpty() ? List.of() : List.of(flags.split(" +", -1)),
        Integer.getInteger("parley.bench.runs", 5),
        Integer.getInteger("parley.bench.seconds", 10),
        Integer.getInteger("parley.bench.members", 200),
        Boolean.parseBoolean(System.getProperty("parley.bench.steady", "true")),
        SliceSettings.fromProperties());
  }

  BenchSettings withFlags(String... flags) {
    return new BenchSettings(war, List.of(flags), runs, seconds, members, isSteadyToo, comparison);
  }

  BenchSettings withWar(Path other) {
    return new BenchSettings(other, serverFlags, runs, seconds, members, isSteadyToo, comparison);
  }
}
