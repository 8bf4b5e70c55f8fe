/**
 * The states of agents in a session, and the checks whether one may end, derived from its rows;
 * nothing is stored. Start with {@link dev.parley.engine.work.WorkStates}; {@code WorkRules}
 * decides.
 *
 * <p>Builds on sessions, and names the entities of tasks and reviews in queries only. Safe for any
 * thread.
 */
@NullMarked
package dev.parley.engine.work;

import org.jspecify.annotations.NullMarked;
