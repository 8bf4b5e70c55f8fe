/**
 * The audit as rows. Start with {@link dev.parley.engine.audit.JpaAudit}; {@link
 * dev.parley.engine.audit.AgentAudit} records the acts of one agent.
 *
 * <p>Entries are recorded from any thread into a bounded queue. A periodic task of the node writes
 * them in batches, and another one removes the old ones.
 */
@NullMarked
package dev.parley.engine.audit;

import org.jspecify.annotations.NullMarked;
