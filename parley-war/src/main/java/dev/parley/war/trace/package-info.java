/**
 * Traces by OpenTelemetry. {@link dev.parley.war.trace.Tracing} is the only type that others use,
 * and the classes of the library are loaded where a deployment has it alone. A trace goes from the
 * call of a tool through the commits in the database to the deliveries of its message.
 */
@NullMarked
package dev.parley.war.trace;

import org.jspecify.annotations.NullMarked;
