/**
 * Deliverables and the verdicts on them, as rows. Start with {@link
 * dev.parley.engine.artifact.JpaArtifacts}.
 *
 * <p>Stands on sessions, and asks the board whether a claim holds. Safe for any thread.
 */
@NullMarked
package dev.parley.engine.artifact;

import org.jspecify.annotations.NullMarked;
