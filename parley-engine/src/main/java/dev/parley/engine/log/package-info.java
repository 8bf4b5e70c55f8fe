/**
 * Masking of the log. Start with {@link dev.parley.engine.log.Masking}. Depends on nothing of
 * Parley's; safe for any thread.
 */
@NullMarked
package dev.parley.engine.log;

import org.jspecify.annotations.NullMarked;
