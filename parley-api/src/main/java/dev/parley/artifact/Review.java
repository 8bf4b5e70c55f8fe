package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * One agent's verdict on a deliverable, asked for or given.
 *
 * @param id its name
 * @param session whose it is
 * @param artifact what is looked at
 * @param reviewer who is asked
 * @param requester who asked
 * @param status where it stands
 * @param comments what the reviewer had to say, at most {@value Reviews#MAX_COMMENTS} UTF-16 units
 * @param createdAt when it was asked for, cut to milliseconds
 * @param updatedAt when the verdict was given, cut to milliseconds
 */
public record Review(
    ReviewId id,
    SessionId session,
    ArtifactId artifact,
    AgentId reviewer,
    AgentId requester,
    ReviewStatus status,
    Optional<String> comments,
    Instant createdAt,
    Instant updatedAt) {}
