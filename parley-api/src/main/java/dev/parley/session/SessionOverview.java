package dev.parley.session;

import dev.parley.id.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress and the size of a session.
 *
 * @param createdAt the time it was first named
 * @param startedAt the time it was last started; empty where it never was
 * @param lastEvent the number of its last change; 0 before the first
 * @param messages the number of messages
 * @param tasks the number of tasks
 * @param artifacts the number of artifacts, every version counted
 * @param reviews the number of reviews
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
