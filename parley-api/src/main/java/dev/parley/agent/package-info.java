/**
 * Agents and their live connections. Start with {@link dev.parley.agent.Connection}.
 *
 * <p>Connections are safe for any thread.
 */
@NullMarked
package dev.parley.agent;

import org.jspecify.annotations.NullMarked;
