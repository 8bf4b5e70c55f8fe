package dev.parley.session;

import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a session is.
 *
 * @param createdAt when it was first named
 * @param startedAt when it was last started; empty where it never was
 * @param lastEvent the position of its last change; 0 before the first
 * @param messages how many messages it holds
 * @param tasks how many tasks
 * @param artifacts how many artifacts, every version counted
 * @param reviews how many reviews
 */
public record SessionOverview(
    SessionId id,
    Instant createdAt,
    Optional<Instant> startedAt,
    long lastEvent,
    long messages,
    long tasks,
    long artifacts,
    long reviews) {}
