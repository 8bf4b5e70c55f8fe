/**
 * Rooms: named public conversations with members and messages. Start with {@link
 * dev.parley.room.Rooms}, reached from a connection.
 *
 * <p>Values are immutable; {@code Rooms} is safe for any thread.
 */
@NullMarked
package dev.parley.room;

import org.jspecify.annotations.NullMarked;
