package dev.parley.engine.session;

import dev.parley.id.AgentId;

/**
 * An agent or person that acts in a session.
 *
 * @param agent its name
 * @param leads whether it decides about the work of others
 * @param isVerified whether it bears its name by right
 */
public record Actor(AgentId agent, boolean leads, boolean isVerified) {}
