package dev.parley.war.bench;

/**
 * The way two servers are compared, each number a system property {@code parley.bench.*}.
 *
 * @param pairs pairs of processes
 * @param slices pairs of slices with each pair of processes
 * @param millis the length of a slice
 * @param warmUpSeconds the time each server works before it is measured
 */
record SliceSettings(int pairs, int slices, int millis, int warmUpSeconds) {

  static SliceSettings fromProperties() {
    return new SliceSettings(
        Integer.getInteger("parley.bench.pairs", 6),
        Integer.getInteger("parley.bench.slices", 40),
        Integer.getInteger("parley.bench.slice-ms", 400),
        Integer.getInteger("parley.bench.warm-up", 20));
  }
}
