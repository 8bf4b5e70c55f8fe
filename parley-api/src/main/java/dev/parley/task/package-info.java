/**
 * Tasks, each claimed by exactly one agent. Start with {@link dev.parley.task.Tasks}; {@link
 * dev.parley.task.TaskStatus} has the table of transitions.
 *
 * <p>All types but {@code Tasks} are immutable; {@code Tasks} is safe for any thread.
 */
@NullMarked
package dev.parley.task;

import org.jspecify.annotations.NullMarked;
