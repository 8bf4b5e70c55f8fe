/**
 * Sessions as rows: writes in one order, reads after a number, and followers. Start with {@link
 * dev.parley.engine.session.SessionDirectory}, then {@link dev.parley.engine.session.LiveSession}.
 *
 * <p>Tasks and artifacts build on it; it knows neither. Safe for any thread; a {@link
 * dev.parley.engine.session.SessionTransaction} belongs to its transaction.
 */
@NullMarked
package dev.parley.engine.session;

import org.jspecify.annotations.NullMarked;
