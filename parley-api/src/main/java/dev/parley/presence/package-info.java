/**
 * Presence: the agents of a workspace that can be reached, on every node. Start with {@link
 * dev.parley.presence.Presence}, reached from a connection.
 *
 * <p>Values are immutable; {@code Presence} is safe for any thread.
 */
@NullMarked
package dev.parley.presence;

import org.jspecify.annotations.NullMarked;
