/**
 * Tasks as rows: the rules of changes, claims, and leases. Start with {@link
 * dev.parley.engine.task.JpaTasks}; {@code ClaimRules} has the one statement that decides a claim.
 *
 * <p>Builds on sessions. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.task;

import org.jspecify.annotations.NullMarked;
