package dev.parley.war.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Gathers the series of each metric, with the names and the labels of {@link Metric}. */
final class SnapshotWriter {
  private final Consumer<MetricSnapshot> out;
  private final Map<Metric, CounterSnapshot.Builder> counters = new EnumMap<>(Metric.class);
  private final Map<Metric, GaugeSnapshot.Builder> gauges = new EnumMap<>(Metric.class);
  private final Map<Metric, HistogramSnapshot.Builder> histograms = new EnumMap<>(Metric.class);

  /**
   * @param out takes the metrics
   */
  SnapshotWriter(Consumer<MetricSnapshot> out) {
    this.out = out;
  }

  void count(Metric metric, long value, String... values) {
    counters
        .computeIfAbsent(metric, key -> CounterSnapshot.builder().name(key.base()).help(key.help()))
        .dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(labels(metric, values))
                .value((double) value)
                .build());
  }

  void gauge(Metric metric, double value, String... values) {
    gauges
        .computeIfAbsent(metric, key -> GaugeSnapshot.builder().name(key.base()).help(key.help()))
        .dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(labels(metric, values))
                .value(value)
                .build());
  }

  void durations(Metric metric, Latencies latencies, String... values) {
    histograms
        .computeIfAbsent(
            metric, key -> HistogramSnapshot.builder().name(key.base()).help(key.help()))
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(labels(metric, values))
                .classicHistogramBuckets(buckets(latencies))
                .sum(latencies.seconds())
                .build());
  }

  private static ClassicHistogramBuckets buckets(Latencies latencies) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    double[] bounds = Latencies.bounds();
    long[] counts = latencies.counts();
    for (int i = 0; i < bounds.length; i++) {
      buckets.bucket(bounds[i], counts[i]);
    }
    return buckets.build();
  }

  void info(Metric metric, String... values) {
    out.accept(
        InfoSnapshot.builder()
            .name(metric.base())
            .help(metric.help())
            .dataPoint(
                InfoSnapshot.InfoDataPointSnapshot.builder().labels(labels(metric, values)).build())
            .build());
  }

  /** Passes on what was gathered. */
  void finish() {
    counters.values().forEach(builder -> out.accept(builder.build()));
    gauges.values().forEach(builder -> out.accept(builder.build()));
    histograms.values().forEach(builder -> out.accept(builder.build()));
  }

  private static Labels labels(Metric metric, String... values) {
    if (values.length != metric.dimensions().size()) {
      throw new IllegalArgumentException(metric + " has other labels");
    }
    String[] names =
        metric.dimensions().stream().map(Metric.Dimension::label).toArray(String[]::new);
    return Labels.of(names, values);
  }
}
