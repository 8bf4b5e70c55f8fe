package dev.parley.engine.failover;

import dev.parley.engine.topic.Checkpoints;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import java.util.Optional;

/**
 * A connection, as read from its row.
 *
 * @param session the session it takes part in
 * @param run the run of its node
 * @param words the facts needed to serve it
 * @param reading its progress when the row was written
 */
public record StoredConnection(
    ConnectionId id,
    WorkspaceId workspace,
    AgentId agent,
    Optional<SessionId> session,
    String run,
    String words,
    Checkpoints reading) {}
