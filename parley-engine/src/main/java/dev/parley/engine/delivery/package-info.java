/**
 * The ledger of delivery: which agent was handed what of which topic, by which way, and how much of
 * it the agent has shown to have seen.
 */
@NullMarked
package dev.parley.engine.delivery;

import org.jspecify.annotations.NullMarked;
