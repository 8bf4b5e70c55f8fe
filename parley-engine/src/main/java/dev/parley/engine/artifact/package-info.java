/**
 * Artifacts and their reviews, as rows. Start with {@link dev.parley.engine.artifact.JpaArtifacts}.
 *
 * <p>Builds on sessions, and asks the tasks whether a claim is current. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.artifact;

import org.jspecify.annotations.NullMarked;
