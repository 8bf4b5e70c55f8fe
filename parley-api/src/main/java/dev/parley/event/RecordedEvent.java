package dev.parley.event;

import dev.parley.id.AgentId;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of a session with its place in the order of changes.
 *
 * @param seq its position: increasing, the same for everyone; that of the change before it for a
 *     thought, which has no place of its own
 * @param at when the hub took it, cut to milliseconds; information, not order
 * @param agent whose doing it was; empty: the hub's own
 * @param event what changed
 */
public record RecordedEvent(long seq, Instant at, Optional<AgentId> agent, SessionEvent event) {}
