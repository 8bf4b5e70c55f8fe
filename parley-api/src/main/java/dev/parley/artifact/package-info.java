/**
 * Artifacts of a session and their reviews. Start with {@link dev.parley.artifact.Artifacts}, then
 * {@link dev.parley.artifact.Reviews}.
 *
 * <p>All types but the two services are immutable; the services are safe for any thread.
 */
@NullMarked
package dev.parley.artifact;

import org.jspecify.annotations.NullMarked;
