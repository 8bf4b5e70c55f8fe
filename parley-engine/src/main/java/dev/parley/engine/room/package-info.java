/**
 * Who sits in which room, and what may be said there. Start with {@link
 * dev.parley.engine.room.RoomDirectory}.
 *
 * <p>Rooms, seats and number blocks are rows, decided by constraints and conditional statements;
 * what is said goes to the topic. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.room;

import org.jspecify.annotations.NullMarked;
