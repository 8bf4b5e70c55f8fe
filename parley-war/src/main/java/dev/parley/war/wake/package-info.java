/**
 * Getting messages to a model whose client shows no pushes: hooks of the client hand them out at
 * the boundaries of a turn, and an idle client is woken once for what arrived. Start with {@link
 * dev.parley.war.wake.WakeDesk}.
 *
 * <p>Knows the connection of an agent, no transport and no tool.
 */
@NullMarked
package dev.parley.war.wake;

import org.jspecify.annotations.NullMarked;
