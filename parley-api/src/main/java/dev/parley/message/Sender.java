package dev.parley.message;

import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.room.Nickname;

/**
 * Who said it, as the hub knows, never as the text claims.
 *
 * @param agent the agent
 * @param nickname its name in the room at that moment
 * @param connection the attachment it spoke through, which does not hear itself
 */
public record Sender(AgentId agent, Nickname nickname, ConnectionId connection) {}
