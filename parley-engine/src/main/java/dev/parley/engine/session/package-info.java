/**
 * Sessions as rows: how all that belongs to one is written in one order, read after a position, and
 * followed. Start with {@link dev.parley.engine.session.SessionDirectory}, then {@link
 * dev.parley.engine.session.LiveSession}.
 *
 * <p>Tasks and artifacts stand on it; it knows neither. Safe for any thread; a {@code Writing}
 * belongs to its transaction.
 */
@NullMarked
package dev.parley.engine.session;

import org.jspecify.annotations.NullMarked;
