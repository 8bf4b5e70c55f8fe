package dev.parley.engine.hook;

import dev.parley.agent.AgentId;
import dev.parley.session.SessionId;
import dev.parley.task.TaskId;

/**
 * For whom commands run.
 *
 * @param session the run of work
 * @param agent who claims the task, or is done with it
 * @param task that task
 */
public record HookOccasion(SessionId session, AgentId agent, TaskId task) {}
