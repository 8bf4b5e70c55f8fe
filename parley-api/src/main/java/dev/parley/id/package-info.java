/**
 * Names and ids: agents, connections, workspaces, rooms, sessions, tasks, artifacts, reviews,
 * messages and calls. Each is a record of one component that checks its form.
 *
 * <p>Depends on {@link dev.parley.problem} alone.
 */
@NullMarked
package dev.parley.id;

import org.jspecify.annotations.NullMarked;
