package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.WorkspaceId;
import java.util.concurrent.Executor;

/**
 * One connection, as rooms know it.
 *
 * @param id its id
 * @param agent the agent that is connected
 * @param workspace the workspace of its rooms
 * @param bucket the rate limit of its posts
 * @param beforeWrite runs before a join; may refuse
 * @param answering the executor that completes its waiting calls
 */
public record Participant(
    ConnectionId id,
    AgentId agent,
    WorkspaceId workspace,
    TokenBucket bucket,
    Runnable beforeWrite,
    Executor answering) {}
