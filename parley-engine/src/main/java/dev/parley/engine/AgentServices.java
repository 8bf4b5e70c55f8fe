package dev.parley.engine;

import dev.parley.engine.permission.PermissionDirectory;
import dev.parley.memory.Memory;
import dev.parley.team.Teams;

/**
 * The services of one connection that are the same whatever rooms it is in. Each begins the calls
 * made through it.
 *
 * @param calls the calls of the connection's agent
 * @param sessions the sessions it sees
 * @param memory the memory it reads and writes
 * @param teams the teams it reads
 * @param permissions the permission requests of all connections
 */
record AgentServices(
    AgentCalls calls,
    ConnectedSessions sessions,
    Memory memory,
    Teams teams,
    PermissionDirectory permissions) {}
