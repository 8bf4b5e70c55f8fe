/**
 * Named public conversations: who is in them and what is said. Start with {@link
 * dev.parley.room.Rooms}, reached from a connection.
 *
 * <p>May name messages and problems. Values are immutable; {@code Rooms} is safe for any thread.
 */
@NullMarked
package dev.parley.room;

import org.jspecify.annotations.NullMarked;
