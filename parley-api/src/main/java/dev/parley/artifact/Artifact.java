package dev.parley.artifact;

import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * One version of a named artifact of a session. Versions are stored and never change.
 *
 * @param id the id of this version
 * @param session the session it belongs to
 * @param name the name of the artifact
 * @param version from 1 by ones, for each name
 * @param type its type
 * @param content its content
 * @param createdBy the agent that posted it
 * @param task the task it comes from
 * @param createdAt the time of posting, cut to milliseconds
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
