package dev.parley.room;

import dev.parley.id.AgentId;
import dev.parley.id.Nickname;

/**
 * An agent that is in a room.
 *
 * @param nickname its name there
 * @param agent its name in the workspace
 */
public record RoomMember(Nickname nickname, AgentId agent) {}
