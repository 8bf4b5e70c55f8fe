package dev.parley.engine.hook;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;

/**
 * For whom commands run.
 *
 * @param session the run of work
 * @param agent who claims the task, or is done with it
 * @param task that task
 */
public record HookContext(SessionId session, AgentId agent, TaskId task) {}
