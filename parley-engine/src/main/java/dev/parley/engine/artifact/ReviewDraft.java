package dev.parley.engine.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import java.util.Optional;

/**
 * A review to be requested.
 *
 * @param artifact the artifact to be reviewed
 * @param reviewer the agent that reviews it
 * @param idempotencyKey the key under which a repeated request has the same result
 */
record ReviewDraft(ArtifactId artifact, AgentId reviewer, Optional<String> idempotencyKey) {}
