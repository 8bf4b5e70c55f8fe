/**
 * Guards against agents that answer each other without end. Start with {@link
 * dev.parley.war.guard.LoopGuards}.
 *
 * <p>Knows agents and messages, no connection, no transport and no tool. Safe for all threads; no
 * two agents share a lock.
 */
@NullMarked
package dev.parley.war.guard;

import org.jspecify.annotations.NullMarked;
