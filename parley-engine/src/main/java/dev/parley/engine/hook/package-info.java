/**
 * The deployer's commands around a task. Start with {@link dev.parley.engine.hook.HookRunner}.
 *
 * <p>Off unless the deployer says otherwise. A command is bounded in time and in what is kept of
 * its output, and sees nothing of Parley's own environment. Knows no rows and no topics. Safe for
 * any thread; the thread that asks waits.
 */
@NullMarked
package dev.parley.engine.hook;

import org.jspecify.annotations.NullMarked;
