/**
 * The board as rows: what may be changed, who gets a task, and for how long. Start with {@link
 * dev.parley.engine.task.JpaTasks}; {@code Claiming} has the one statement that decides.
 *
 * <p>Stands on sessions. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.task;

import org.jspecify.annotations.NullMarked;
