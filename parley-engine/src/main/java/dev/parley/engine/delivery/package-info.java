/**
 * The delivery ledger: the messages each agent has received, the channel of each delivery, and the
 * messages the agent has shown to have seen.
 */
@NullMarked
package dev.parley.engine.delivery;

import org.jspecify.annotations.NullMarked;
