package dev.parley.war.telemetry;

import dev.parley.Health;
import dev.parley.spi.Telemetry;
import dev.parley.war.settings.Settings;
import dev.parley.war.tool.CallMonitor;
import dev.parley.war.wire.McpError;
import jakarta.servlet.ServletContext;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a deployment. Where they are off, nothing is counted. Where they are on, the
 * library that writes them is not loaded before somebody reads them.
 */
public final class DeploymentMetrics {
  private static final String ATTRIBUTE = DeploymentMetrics.class.getName();

  private final MetricsExposure exposure;
  private final EngineCounts engine = new EngineCounts();
  private final CallCounts calls;
  private final RefusalCounts refusals = new RefusalCounts();
  private volatile Supplier<Optional<Health>> health = Optional::empty;
  private volatile @Nullable McpFigures figures;
  private @Nullable MetricsText text;

  private DeploymentMetrics(MetricsExposure exposure, Set<String> tools) {
    this.exposure = exposure;
    this.calls = new CallCounts(exposure == MetricsExposure.OFF ? Set.of() : tools);
  }

  /**
   * Returns the metrics of a deployment, all zero.
   *
   * @param tools the names of all tools
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a wrong setting
   */
  public static DeploymentMetrics of(Settings settings, Set<String> tools) {
    return new DeploymentMetrics(MetricsExposure.of(settings), tools);
  }

  /** Returns the metrics of a servlet context; off where it was given none. */
  public static DeploymentMetrics of(ServletContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof DeploymentMetrics published
        ? published
        : new DeploymentMetrics(MetricsExposure.OFF, Set.of());
  }

  /** Makes these the metrics of a servlet context. */
  public void publish(ServletContext context) {
    context.setAttribute(ATTRIBUTE, this);
  }

  /** Has the state of the Parley and the figures of its endpoints in the metrics from now on. */
  public void measure(Supplier<Optional<Health>> state, McpFigures endpoints) {
    health = state;
    figures = endpoints;
  }

  /** Returns those who may read them. */
  public MetricsExposure exposure() {
    return exposure;
  }

  /** Returns the observer of the engine. */
  public Telemetry engine() {
    return isOn() ? engine : Telemetry.NONE;
  }

  /** Returns the observer of the calls of tools. */
  public CallMonitor calls() {
    return isOn() ? calls : CallMonitor.NONE;
  }

  /** Counts a request that was refused at the door. */
  public void refused(McpError refusal) {
    if (isOn()) {
      refusals.refused(refusal);
    }
  }

  /** Returns whether anything is counted. */
  public boolean isOn() {
    return exposure != MetricsExposure.OFF;
  }

  EngineCounts engineCounts() {
    return engine;
  }

  CallCounts callCounts() {
    return calls;
  }

  RefusalCounts refusalCounts() {
    return refusals;
  }

  Optional<Health> health() {
    return health.get();
  }

  Optional<McpFigures> figures() {
    return Optional.ofNullable(figures);
  }

  /** Returns what writes them; made with the first request for it. */
  synchronized MetricsText text() {
    MetricsText known = text;
    if (known == null) {
      known = new MetricsText(this);
      text = known;
    }
    return known;
  }
}
