package dev.parley.engine.connection;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.agent.ConnectionId;
import dev.parley.engine.topic.Reading;
import dev.parley.session.SessionId;
import java.util.Optional;

/**
 * A connection as its row has it.
 *
 * @param session the session it is here for
 * @param run the run of the node that has it
 * @param words what whoever serves it has to know
 * @param reading how far it had read when that was written
 */
public record Held(
    ConnectionId id,
    WorkspaceId workspace,
    AgentId agent,
    Optional<SessionId> session,
    String run,
    String words,
    Reading reading) {}
