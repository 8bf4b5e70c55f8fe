package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A named deliverable of a session, in one version. Versions are kept; none is ever changed.
 *
 * @param id the name of this version
 * @param session whose it is
 * @param name what it is called
 * @param version from 1 by ones, for each name
 * @param type its kind
 * @param content what was delivered
 * @param createdBy who posted it
 * @param task the task it comes from
 * @param createdAt when it was posted, cut to milliseconds
 */
public record Artifact(
    ArtifactId id,
    SessionId session,
    String name,
    int version,
    ArtifactType type,
    String content,
    AgentId createdBy,
    Optional<TaskId> task,
    Instant createdAt) {}
