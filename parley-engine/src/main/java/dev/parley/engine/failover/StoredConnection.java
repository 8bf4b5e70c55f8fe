package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.Optional;

/**
 * A connection as its row has it.
 *
 * @param session the session it is here for
 * @param run the run of the node that has it
 * @param words what whoever serves it has to know
 * @param reading how far it had read when that was written
 */
public record StoredConnection(
    ConnectionId id,
    WorkspaceId workspace,
    AgentId agent,
    Optional<SessionId> session,
    String run,
    String words,
    Checkpoints reading) {}
