package dev.parley.room;

import dev.parley.id.Nickname;
import dev.parley.id.RoomName;

/**
 * The outcome of a join.
 *
 * @param room the room
 * @param nickname the caller's nickname there, which may differ from the one it wished for
 * @param membersCount the number of members, the caller included
 */
public record JoinResult(RoomName room, Nickname nickname, long membersCount) {}
