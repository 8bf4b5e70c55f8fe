/**
 * The parts every log of messages needs: its followers, and a follower that begins in the past.
 * Start with {@link dev.parley.engine.log.CatchUp}.
 *
 * <p>Depends on {@code parley-api} and {@code engine.concurrent} only. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.log;

import org.jspecify.annotations.NullMarked;
