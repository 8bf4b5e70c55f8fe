/**
 * Masking of the log, {@link dev.parley.engine.logging.Masking}, and the names of its events,
 * {@link dev.parley.engine.logging.LogEvent}. Depends on nothing of Parley's; safe for any thread.
 */
@NullMarked
package dev.parley.engine.logging;

import org.jspecify.annotations.NullMarked;
