/**
 * Rooms: their members and their messages. Start with {@link dev.parley.engine.room.RoomDirectory}.
 *
 * <p>Rooms, memberships and number blocks are rows, decided by constraints and conditional
 * statements; messages go to the topic. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.room;

import org.jspecify.annotations.NullMarked;
