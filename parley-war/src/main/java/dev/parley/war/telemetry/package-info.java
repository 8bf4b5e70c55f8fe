/**
 * The metrics of a deployment. {@link dev.parley.war.telemetry.Metric} lists them; the counts are
 * kept by {@link dev.parley.war.telemetry.EngineCounts} and {@link
 * dev.parley.war.telemetry.CallCounts}, which allocate nothing, and {@link
 * dev.parley.war.telemetry.MetricsText} writes them when somebody asks.
 */
@NullMarked
package dev.parley.war.telemetry;

import org.jspecify.annotations.NullMarked;
