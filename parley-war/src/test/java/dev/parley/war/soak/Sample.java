package dev.parley.war.soak;

import java.util.Map;

/**
 * The figures of some seconds.
 *
 * @param seconds from the beginning of a life to the time at which the sample was due
 * @param heapKb used heap; negative where the server did not answer
 * @param cpu CPU seconds a second
 * @param dataKb size of the data folder
 */
record Sample(
    double seconds,
    long residentKb,
    long heapKb,
    long descriptors,
    long threads,
    double cpu,
    double callsPerSecond,
    long dataKb,
    Map<String, Latency> latencies) {

  /** The latencies of one kind of calls or deliveries, in milliseconds; NaN without any. */
  record Latency(double median, double p99) {
    static final Latency NONE = new Latency(Double.NaN, Double.NaN);
  }

  Latency latency(String kind) {
    return latencies.getOrDefault(kind, Latency.NONE);
  }
}
