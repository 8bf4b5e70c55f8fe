/**
 * {@code java -jar parley.war setup}: edits the configuration of an MCP client so that it starts
 * the bridge. Start at {@link dev.parley.setup.SetupMain}; {@link dev.parley.setup.SetupRun}
 * installs and removes a {@link dev.parley.setup.SetupPlan}, and {@link
 * dev.parley.setup.JsoncDocument} changes JSON in its text.
 *
 * <p>These classes lie at the root of the file and use the JDK alone. One thread.
 */
@NullMarked
package dev.parley.setup;

import org.jspecify.annotations.NullMarked;
