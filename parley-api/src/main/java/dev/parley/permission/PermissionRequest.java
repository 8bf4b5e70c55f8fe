package dev.parley.permission;

import dev.parley.id.AgentId;
import dev.parley.id.PermissionId;
import java.time.Instant;

/**
 * A request for permission that was made.
 *
 * @param id its id
 * @param agent the agent that is to use the tool
 * @param draft the use of the tool, in full
 * @param askedAt the time it was made
 * @param expiresAt the time from which nobody can answer it
 */
public record PermissionRequest(
    PermissionId id, AgentId agent, PermissionDraft draft, Instant askedAt, Instant expiresAt) {}
