package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.ReviewId;
import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A review of an artifact by one agent, requested or submitted.
 *
 * @param id its id
 * @param session the session it belongs to
 * @param artifact the reviewed version
 * @param reviewer the agent that is to review
 * @param requester the agent that asked for it
 * @param status its status
 * @param comments the reviewer's comments, at most {@value Reviews#MAX_COMMENTS} UTF-16 units
 * @param createdAt the time of the request, cut to milliseconds
 * @param updatedAt the time of the verdict, cut to milliseconds
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
