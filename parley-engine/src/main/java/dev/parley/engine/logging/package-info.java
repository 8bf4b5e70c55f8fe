/**
 * Masking of the log. Start with {@link dev.parley.engine.logging.Masking}. Depends on nothing of
 * Parley's; safe for any thread.
 */
@NullMarked
package dev.parley.engine.logging;

import org.jspecify.annotations.NullMarked;
