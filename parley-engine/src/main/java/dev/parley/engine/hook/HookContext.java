package dev.parley.engine.hook;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;

/**
 * The task for which commands run.
 *
 * @param session the session
 * @param agent the agent that claims the task, or is done with it
 * @param task the task
 */
public record HookContext(SessionId session, AgentId agent, TaskId task) {}
