/**
 * The deployer's commands around a task. Start with {@link dev.parley.engine.hook.HookRunner}.
 *
 * <p>Off by default. A command is limited in its time and its stored output, and sees nothing else
 * of Parley's environment. Knows no rows and no topics. Safe for any thread; the calling thread
 * waits.
 */
@NullMarked
package dev.parley.engine.hook;

import org.jspecify.annotations.NullMarked;
