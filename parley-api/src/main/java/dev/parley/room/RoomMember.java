package dev.parley.room;

import dev.parley.id.AgentId;
import dev.parley.id.Nickname;

/**
 * A member of a room.
 *
 * @param nickname its nickname there
 * @param agent its name in the workspace
 */
public record RoomMember(Nickname nickname, AgentId agent) {}
