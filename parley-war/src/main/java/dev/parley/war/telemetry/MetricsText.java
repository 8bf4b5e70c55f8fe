package dev.parley.war.telemetry;

import dev.parley.Health;
import dev.parley.spi.Telemetry.MessageStore;
import dev.parley.war.settings.Version;
import dev.parley.war.wire.McpError;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the metrics in a format of Prometheus. One request at a time; the others wait. */
final class MetricsText {
  /** The names of the metrics of the process, which a library counts. */
  private static final Set<String> OF_PROCESS =
      Arrays.stream(Metric.values())
          .filter(metric -> !metric.isOwn())
          .map(Metric::base)
          .collect(Collectors.toSet());

  private final DeploymentMetrics metrics;
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final PrometheusRegistry process = new PrometheusRegistry();

  MetricsText(DeploymentMetrics metrics) {
    this.metrics = metrics;
    ProcessMetrics.builder().register(process);
    JvmMemoryMetrics.builder().register(process);
    JvmGarbageCollectorMetrics.builder().register(process);
    JvmThreadsMetrics.builder().register(process);
  }

  /** The metrics as they are written. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Written(String contentType, byte[] bytes) {}

  /**
   * Writes the metrics as of now.
   *
   * @param accept the formats the client takes; null for the usual one
   */
  synchronized Written write(@Nullable String accept) {
    ExpositionFormatWriter writer = formats.findWriter(accept);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, snapshots());
    } catch (IOException cannotBe) {
      throw new UncheckedIOException(cannotBe);
    }
    return new Written(writer.getContentType(), out.toByteArray());
  }

  private MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    SnapshotWriter own = new SnapshotWriter(all::metricSnapshot);
    engine(own);
    calls(own);
    metrics.figures().ifPresent(figures -> endpoints(own, figures));
    health(own, metrics.health());
    own.info(Metric.BUILD, Version.text());
    own.finish();
    for (MetricSnapshot snapshot : process.scrape(OF_PROCESS::contains)) {
      all.metricSnapshot(snapshot);
    }
    return all.build();
  }

  private void engine(SnapshotWriter own) {
    EngineCounts engine = metrics.engineCounts();
    for (MessageStore store : MessageStore.values()) {
      own.count(Metric.POSTS, engine.posts(store), store.name().toLowerCase(Locale.ROOT));
    }
    own.count(Metric.DELIVERIES, engine.deliveries(false), "pushed");
    own.count(Metric.DELIVERIES, engine.deliveries(true), "polled");
    own.count(Metric.CLAIMS, engine.claimsWon(), "won");
    own.count(Metric.CLAIMS, engine.claimsLost(), "lost");
    own.count(Metric.CLAIMS, engine.claimsOfNothing(), "none");
    own.durations(Metric.TRANSACTION_SECONDS, engine.transactions(true), "committed");
    own.durations(Metric.TRANSACTION_SECONDS, engine.transactions(false), "failed");
    engine
        .pool()
        .ifPresent(
            pool -> {
              own.gauge(Metric.POOL_CONNECTIONS, pool.active(), "active");
              own.gauge(Metric.POOL_CONNECTIONS, pool.idle(), "idle");
              own.gauge(Metric.POOL_CONNECTIONS, pool.most(), "max");
              own.gauge(Metric.POOL_WAITING, pool.waiting());
            });
  }

  private void calls(SnapshotWriter own) {
    CallCounts calls = metrics.callCounts();
    for (String tool : calls.called()) {
      calls.outcomes(tool, (outcome, count) -> own.count(Metric.TOOL_CALLS, count, tool, outcome));
      own.durations(Metric.TOOL_CALL_SECONDS, calls.latencies(tool), tool);
    }
    for (McpError refusal : McpError.values()) {
      long count = metrics.refusalCounts().count(refusal);
      if (count > 0 || refusal == McpError.UNAUTHORIZED) {
        own.count(Metric.REQUESTS_REFUSED, count, refusal.code());
      }
    }
  }

  private static void endpoints(SnapshotWriter own, McpFigures figures) {
    own.count(Metric.PUSHES, figures.pushes().getAsLong());
    own.count(Metric.SESSIONS_BEGUN, figures.begun().getAsLong());
    own.gauge(Metric.SESSIONS, figures.sessions().getAsInt());
    own.gauge(Metric.STREAMS, figures.streams().getAsInt());
    own.gauge(Metric.WAITING_POSTS, figures.waitingPosts().getAsInt());
  }

  /** A database that is not open yet counts as away. */
  private static void health(SnapshotWriter own, Optional<Health> health) {
    own.gauge(Metric.DATABASE_UP, figure(health.map(Health::storageReachable).orElse(false)));
    health.ifPresent(state -> health(own, state));
  }

  private static void health(SnapshotWriter own, Health state) {
    boolean isFull =
        state
            .outage()
            .filter(outage -> outage.reason() == Health.Outage.Reason.DISK_FULL)
            .isPresent();
    own.gauge(Metric.DATABASE_FULL, figure(isFull));
    own.gauge(Metric.BACKEND_UP, figure(state.bus().reachable()));
    own.gauge(Metric.CONNECTIONS, state.connections().open(), "open");
    own.gauge(Metric.CONNECTIONS, state.connections().listening(), "listening");
    own.gauge(Metric.CONNECTIONS, state.connections().waiting(), "waiting");
    own.gauge(Metric.UNDELIVERED, (double) state.backlog().undelivered());
    own.gauge(Metric.CONNECTIONS_BEHIND, state.backlog().behind());
    own.gauge(Metric.UNCONFIRMED_WRITES, state.backlog().writes());
    own.gauge(Metric.NODES, 1 + state.nodes().map(nodes -> nodes.others().size()).orElse(0));
  }

  private static int figure(boolean isSo) {
    return isSo ? 1 : 0;
  }
}
