package dev.parley.room;

import dev.parley.id.Nickname;
import dev.parley.id.RoomName;

/**
 * The outcome of a join.
 *
 * @param room the room entered
 * @param nickname the name the caller has there, which may differ from the one it wished
 * @param membersCount how many are in the room, the caller included
 */
public record JoinResult(RoomName room, Nickname nickname, long membersCount) {}
