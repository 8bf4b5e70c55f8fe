/**
 * Who can be reached: the agents of a workspace, on whichever node they are. Start with {@link
 * dev.parley.presence.Presence}, reached from a connection.
 *
 * <p>May name agents and rooms. Values are immutable; {@code Presence} is safe for any thread.
 */
@NullMarked
package dev.parley.presence;

import org.jspecify.annotations.NullMarked;
