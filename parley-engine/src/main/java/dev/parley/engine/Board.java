package dev.parley.engine;

import dev.parley.engine.session.SessionDirectory;
import dev.parley.engine.task.Leases;
import dev.parley.engine.task.TaskGate;
import java.util.concurrent.Executor;

/**
 * What every session of this Parley stands on.
 *
 * @param sessions which there are
 * @param leases how long claims hold
 * @param gate what runs around tasks
 * @param followers where followers are told
 */
record Board(SessionDirectory sessions, Leases leases, TaskGate gate, Executor followers) {}
